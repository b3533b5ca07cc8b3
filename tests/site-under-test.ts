import { connect } from 'node:net';

import type { Logger } from '#adapters/log.ts';
import { createApp } from '#server/http/app.ts';
import type { AppOptions } from '#server/http/app.ts';
import type { Render } from '#server/responses/framework.ts';
import { createHttpServer } from '#server/http/listen.ts';
import { listen } from '#server/http/port.ts';
import type { ConnectionLimits } from '#server/http/listen.ts';
import { fieldsOf } from './log-fields.ts';
import { askRaw } from './raw-request.ts';

export type SiteUnderTest = Awaited<ReturnType<typeof startSite>>;

/** A real server on a free port, in front of the render function of the test. */
export async function startSite(
  options: Partial<AppOptions> & { render: Render },
  limits: Partial<ConnectionLimits> = {},
) {
  const logged: { message: string; fields: Readonly<Record<string, unknown>> }[] = [];
  const write: Logger['info'] = (message, fields) => void logged.push({ message, fields: fieldsOf(fields) });
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
    ask: (path: string, how?: Parameters<typeof askRaw>[2]) => askRaw(`http://127.0.0.1:${port}`, path, how),
    /** Bytes as they are to a fresh connection; resolves to everything that came back before it was closed. */
    sendRaw: (...pieces: string[]) => sendRaw(port, pieces),
    close(): Promise<void> {
      app.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
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
