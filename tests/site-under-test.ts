import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

import type { Logger } from '#adapters/log.ts';

import { createApp } from '#server/http/app.ts';
import type { App, AppOptions } from '#server/http/app.ts';
import type { Render } from '#server/responses/framework.ts';
import { createHttpServer } from '#server/http/listen.ts';
import { listen } from '#server/http/port.ts';
import type { ConnectionLimits } from '#server/http/listen.ts';

export type SiteUnderTest = {
  app: App;
  server: Server;
  port: number;
  logged: { message: string; fields: Readonly<Record<string, unknown>> }[];
  ask(path: string, options?: Ask): Promise<Answer>;
  /** Bytes as they are to a fresh connection; resolves to everything that came back before it was closed. */
  sendRaw(...pieces: string[]): Promise<string>;
  close(): Promise<void>;
};

export type Ask = {
  method?: string;
  headers?: Record<string, string>;
  /** Text is sent with its length, pieces are sent chunked. */
  body?: string | string[];
};

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
};

/** A real server on a free port, in front of the render function of the test. */
export async function startSite(
  options: Partial<AppOptions> & { render: Render },
  limits: Partial<ConnectionLimits> = {},
): Promise<SiteUnderTest> {
  const logged: SiteUnderTest['logged'] = [];
  const write: Logger['info'] = (message, fields = {}) => void logged.push({ message, fields });
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  const app = createApp({
    origin: { origin: 'https://firm.example', isConfigured: true },
    trustedProxies: [],
    log,
    clientDirectory: undefined,
    contentVersion: async () => ({ version: '1', millisecondsUntilDue: null }),
    readiness: async () => [],
    sessionCookieNames: ['session'],
    ...options,
  });
  const server = createHttpServer(app, { checkEvery: 20, ...limits });
  const port = await listen(server, { host: '127.0.0.1', port: 0 });

  return {
    app,
    server,
    port,
    logged,
    ask: (path, ask = {}) => askServer(port, path, ask),
    sendRaw: (...pieces) => sendRaw(port, pieces),
    close() {
      app.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function askServer(port: number, path: string, { method = 'GET', headers = {}, body }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = typeof body === 'string' ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: { ...length, ...headers }, agent: false },
      (response) => {
        buffer(response).then((bytes) => {
          return resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: bytes,
            text: bytes.toString(),
          });
        }, reject);
      },
    );
    request.on('error', reject);
    for (const piece of typeof body === 'string' ? [body] : (body ?? [])) request.write(piece);
    request.end();
  });
}

function sendRaw(port: number, pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece, 'latin1');
    });
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => (received += text));
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

/** A promise that the test settles. */
export function createSignal(): { readonly wait: Promise<void>; give(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: promise, give: resolve };
}
