import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

import { afterAll, beforeAll } from 'vitest';

import type { OwnDatabase, TestServer } from './database.ts';
import { listen } from '#server/http/port.ts';

/** The fate of the next commit: the server gets it or not, and its answer is lost. */
type CommitAccident = 'answer lost, line silent' | 'answer lost, line cut' | 'commit lost, line cut';

export type DatabaseLine = Awaited<ReturnType<typeof openDatabaseLine>>;

/** A line to a database for all tests of a file: what this returns is filled in before the first one. */
export function useDatabaseLine(database: OwnDatabase): DatabaseLine {
  // Nothing reads it before the hook.
  const line = {} as DatabaseLine;
  beforeAll(async () => void Object.assign(line, await openDatabaseLine(database.connection)));
  afterAll(() => line.close?.());
  return line;
}

/** A TCP line to a PostgreSQL server that fails as a test wants it. */
export async function openDatabaseLine(server: TestServer) {
  const { host, port } = server;
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let accident: { how: CommitAccident; onLost: () => void; after: string } | null = null;
  let silentAt: string | null = null;

  const silence = (socket: Socket) => {
    socket.unpipe();
    socket.removeAllListeners('data');
    socket.resume();
  };
  const relay = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    near.on('close', () => sockets.delete(near));
    if (isFrozen) return void near.resume();
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    sockets.add(far);
    far.on('error', () => {});
    far.pipe(near);
    // True once this connection sent what the accident waits for.
    let isMeant = false;
    near.on('data', (chunk: Buffer) => {
      if (silentAt !== null && chunk.includes(silentAt)) {
        silentAt = null;
        return void silence(near);
      }
      if (accident !== null && chunk.includes(accident.after)) isMeant = true;
      if (accident === null || !isMeant || !chunk.includes('commit\0')) return void far.write(chunk);
      const { how, onLost } = accident;
      accident = null;
      far.unpipe(near);
      if (how === 'commit lost, line cut') near.destroy();
      else {
        far.once('data', () => {
          if (how === 'answer lost, line cut') near.destroy();
          onLost();
        });
        far.resume();
        far.write(chunk);
      }
      if (how === 'commit lost, line cut') onLost();
    });
    const end = () => {
      sockets.delete(far);
      near.destroy();
      far.destroy();
    };
    near.on('close', end);
    far.on('close', end);
  });
  const ownPort = await listen(relay, { host: '127.0.0.1', port: 0 });
  return {
    /** The server, through this line. */
    connection: { ...server, host: '127.0.0.1', port: ownPort },
    /** From now on the connections of this moment take what is sent and never answer. */
    fallSilent: () => sockets.forEach(silence),
    /** The next connection that sends these words gets no answer to them, nor to anything later. */
    fallSilentAt: (words: string) => {
      silentAt = words;
    },
    /** Nothing listens any more, and every connection ends, until `mend`. */
    cut: () => {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
    /** New connections are taken and never answered, as by a frozen server, until `mend`; those of this moment too. */
    freeze: () => {
      isFrozen = true;
      sockets.forEach(silence);
    },
    mend: () => {
      isFrozen = false;
      if (!relay.listening) relay.listen(ownPort, '127.0.0.1');
    },
    /**
     * @param onLost called when it has happened
     * @param after words that the connection of the commit sends before it; jobs commit at any time
     */
    loseNextCommit: (how: CommitAccident, onLost = () => {}, after = '') => {
      accident = { how, onLost, after };
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (!relay.listening) return;
      relay.close();
      await once(relay, 'close');
    },
  };
}
