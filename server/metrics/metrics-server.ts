import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import type { Logger } from '#adapters/log.ts';

import { listenOrExplain } from '../http/own-address.ts';
import { within } from '#db/within.ts';
import { metricsContentType } from './metrics.ts';

/** This machine only. */
const metricsHost = '127.0.0.1';

export type MetricsServer = Awaited<ReturnType<typeof startMetricsServer>>;

/** Milliseconds. */
const collectWithin = 4_000;

/**
 * Serves `/metrics` to this machine; a collection that takes too long is answered 503.
 *
 * @param options.port 0 takes any free one; the log names it
 * @throws StartError when the port is not to be had
 */
export async function startMetricsServer(options: {
  port: number;
  collect: () => Promise<string>;
  log: Logger;
}) {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 65_000 });
  server.maxConnections = 20;
  server.on('request', (request, response) => {
    answer(request, response, options.collect).catch((error: unknown) => {
      options.log.warn('The metrics could not be collected', { error });
      if (response.headersSent) response.destroy();
      else send(response, 503, 'The metrics could not be collected.\n');
    });
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  const port = await listenOrExplain(server, metricsHost, options.port, 'METRICS_PORT');
  options.log.info('Metrics can be read', { port });
  return { stop: () => close(server) };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  collect: () => Promise<string>,
): Promise<void> {
  request.resume();
  // A page of another site that has its name pointed at this machine sends that name.
  if (!isThisMachine(request.headers.host)) return send(response, 403, 'Ask for 127.0.0.1.\n');
  if (request.url?.split('?', 1)[0] !== '/metrics') return send(response, 404, 'Metrics are at /metrics.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'Use GET.\n');
  const text = await within(collectWithin, collect());
  if (text === undefined) throw new Error('The metrics took too long.');
  response.writeHead(200, { 'Content-Type': metricsContentType, 'Cache-Control': 'no-store' });
  response.end(request.method === 'HEAD' ? undefined : text);
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}

function isThisMachine(host: string | undefined): boolean {
  return host !== undefined && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i.test(host);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
