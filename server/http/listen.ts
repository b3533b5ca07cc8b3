import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

import type { App } from './app.ts';
import { untilQuiet } from '../scheduling/concurrency-limit.ts';
import { finishesWithin } from '#db/within.ts';
import { uploadLimit } from '#domain/imports/upload-limit.ts';

/** The connections that one client may hold open, and for how long. Times in milliseconds. */
export const connectionLimits = {
  /** Request line and headers together; above, 431. */
  headerBytes: 16_384,
  headers: 15_000,
  /** The whole request; the ceiling above the time limits of all bodies, so it exceeds the longest of them. */
  request: uploadLimit.milliseconds + 10_000,
  /**
   * No byte in either direction: between two requests, or by a reader that stopped reading. Longer than a proxy in front
   * keeps its end, so that it is never the one to find the connection closed.
   */
  silence: 150_000,
  checkEvery: 2_000,
  requestsPerConnection: 10_000,
  connections: 5_000,
};
export type ConnectionLimits = typeof connectionLimits;

/** A server that is not listening yet, with the limits set and every refusal carrying the site's headers. */
export function createHttpServer(app: App, limits: Partial<ConnectionLimits> = {}): Server {
  const all = { ...connectionLimits, ...limits };
  const server = createServer({
    maxHeaderSize: all.headerBytes,
    headersTimeout: all.headers,
    requestTimeout: all.request,
    // A limit of its own for the time between two requests would set two timers for each.
    keepAliveTimeout: 0,
    connectionsCheckingInterval: all.checkEvery,
    // The app refuses a missing Host itself: the parser's own refusal would have no headers.
    requireHostHeader: false,
    insecureHTTPParser: false,
  });
  server.maxRequestsPerSocket = all.requestsPerConnection;
  server.maxConnections = all.connections;
  server.timeout = all.silence;

  server.on('connection', () => app.connected());
  const answering = new WeakMap<Duplex, ServerResponse>();
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request, response) => {
      app.listener(request, response);
      if (!response.writableEnded) answering.set(request.socket, response);
    });
  }
  server.on('connect', (_request, socket) => refuse(socket, app.rawRefusal(405)));
  server.on('clientError', (error, socket) => {
    const hasBegun =
      answering.get(socket)?.headersSent === true && answering.get(socket)?.writableEnded === false;
    if (!socket.writable || hasBegun) socket.destroy();
    else refuse(socket, app.rawRefusal(refusalStatus(error)));
  });
  return server;
}

/** A parser error in terms of HTTP. An address that alone fills the header space is an address too long. */
function refusalStatus(error: Error & { code?: unknown; rawPacket?: unknown }): 400 | 408 | 414 | 431 {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (error.code !== 'HPE_HEADER_OVERFLOW') return 400;
  const firstLine = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.indexOf('\r\n') : 0;
  return firstLine === -1 || firstLine > 8192 ? 414 : 431;
}

function refuse(socket: Duplex, message: string): void {
  socket.on('error', () => {});
  socket.end(message, () => socket.destroy());
}

const sweepEvery = 50;
/** Longest wait, in milliseconds, until no connection waits to be accepted: closing the port resets those that do. */
const backlogWithin = 1_000;

/**
 * Stops in the order that loses nothing: say "not ready" while still serving, take no new connections, let what was
 * accepted finish, cut what does not.
 *
 * @param wait.noticeMilliseconds how long a proxy gets to see that we are not ready
 * @param wait.graceMilliseconds how long accepted requests get to finish
 * @returns whether everything finished by itself
 */
export async function stopServer(
  server: Server,
  app: App,
  wait: { noticeMilliseconds: number; graceMilliseconds: number } = {
    noticeMilliseconds: 500,
    graceMilliseconds: 6_000,
  },
): Promise<boolean> {
  app.drain();
  await pause(wait.noticeMilliseconds);
  let accepted = 0;
  server.on('connection', () => (accepted += 1));
  await untilQuiet(() => accepted, backlogWithin);

  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection whose answer began before the drain was not told to close; it is idle once the answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepEvery);
  const isClean = await finishesWithin(wait.graceMilliseconds, closed);
  clearInterval(sweep);
  if (!isClean) server.closeAllConnections();
  app.close();
  return isClean;
}
