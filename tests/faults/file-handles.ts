import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';

/** Each process may have so many files and connections open; it needs about 60 of them by itself. */
const handles = 128;
const connections = 600;

const tooFew: Failure = {
  name: 'too few file handles',
  rounds: { short: 1, long: 20 },
  site: {
    wrapper: async () => ({
      command: ['prlimit', `--nofile=${handles}:${handles}`],
      remove: async () => {},
    }),
  },
  strike: async (site, _visitors, amount) => {
    const starts = site.starts();
    const sockets = Array.from({ length: connections }, () => openIdle(site.port));
    await sleep(amount === 'short' ? 2_000 : 10_000);
    for (const socket of sockets) socket.destroy();
    const failures = site.starts() === starts ? [] : ['The server ended.'];
    return { endedAt: performance.now(), failures };
  },
};

/** A connection that sends nothing; one that is refused stays refused. */
function openIdle(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => {});
}

export const fileHandles: readonly Failure[] = [tooFew];
