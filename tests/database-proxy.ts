import { connect, createServer, type Socket } from 'node:net';

import { urlOf } from './database-url.ts';
import type { TestServer } from './database.ts';

/** A database server that can be lost and found again, as those who connect to it see it. */
export type DatabaseProxy = {
  /** As DATABASE_URL names it. */
  url: string;
  /** Nothing listens any more, and who is connected is cut off. */
  lose: () => Promise<void>;
  /** Connections stay, but nothing comes back. */
  silence: () => void;
  find: () => Promise<void>;
  close: () => Promise<void>;
};

/** Listens on a port of this machine and passes everything on to the server that the tests run on. */
export async function startDatabaseProxy(target: TestServer): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const isSocket = target.host.startsWith('/');
    const upstream = isSocket
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const { port } = address;

  const lose = async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: urlOf({ ...target, host: '127.0.0.1', port })
      .replace(/\?host=.*$/, '')
      .replace('localhost', '127.0.0.1'),
    lose,
    silence: () => {
      isSilent = true;
    },
    async find() {
      isSilent = false;
      if (!server.listening) await listen(port);
    },
    async close() {
      if (server.listening) await lose();
    },
  };
}
