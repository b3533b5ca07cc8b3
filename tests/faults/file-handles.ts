import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { read } from './site.ts';

/** The server may have so many files and connections open; it needs about 60 of them by itself. */
const handles = 128;
const connections = 600;

const tooFew: Failure = {
  name: 'too few file handles',
  rounds: { short: 1, long: 20 },
  strike: async (site, _visitors, amount) => {
    const starts = site.starts();
    const pid = site.pid();
    const usual = /^Max open files +(\d+)/m.exec(read(`/proc/${pid}/limits`))?.[1] ?? '';
    const limit = (most: number | string) =>
      execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);
    limit(handles);
    const sockets = Array.from({ length: connections }, () => openIdle(site.port));
    await sleep(amount === 'short' ? 2_000 : 10_000);
    for (const socket of sockets) socket.destroy();
    if (site.starts() !== starts) return { endedAt: performance.now(), failures: ['The server ended.'] };
    limit(usual);
    return { endedAt: performance.now() };
  },
};

/** A connection that sends nothing; one that is refused stays refused. */
function openIdle(port: number): Socket {
  return connect(port, '127.0.0.1').on('error', () => {});
}

export const fileHandles: readonly Failure[] = [tooFew];
