import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { failedPages, pageTimes } from './page-failures.ts';
import { read } from './site.ts';

const idle = 2_000;
const slow = 500;

/** Connections that send nothing, and connections whose request never comes to its end. */
export const manyConnections: Failure = {
  name: '2,000 idle and 500 slow connections',
  rounds: { short: 1, long: 10 },
  strike: async (site, visitors, amount) => {
    const sockets: Socket[] = [];
    for (let n = 0; n < idle + slow; n += 1) {
      sockets.push(openIdle(site.port));
      // As many at once as a listener holds for the process to take.
      if (n % 250 === 249) await sleep(20);
    }
    const slowOnes = sockets.slice(idle);
    for (const socket of slowOnes) socket.write('GET /blog HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const began = performance.now();
    const until = began + (amount === 'short' ? 2_500 : 20_000);
    while (performance.now() < until) {
      await sleep(250);
      for (const socket of slowOnes) if (socket.writable) socket.write('a');
    }
    const reads = visitors.readsSince(began);
    const open = sockets.filter((socket) => socket.readyState === 'open').length;
    for (const socket of sockets) socket.destroy();
    return {
      endedAt: performance.now(),
      failures: failedPages(reads),
      notes: [`${open} were open`, pageTimes(reads)],
    };
  },
};

/** The server may have so many files and connections open; it needs about 60 of them by itself. */
const handles = 128;
const connections = 600;

export const tooFewFileHandles: Failure = {
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
const openIdle = (port: number): Socket => connect(port, '127.0.0.1').on('error', () => {});
