import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { failedPages, pageTimes } from './page-failures.ts';

const idle = 2_000;
const slow = 500;

/** Connections that send nothing, and connections whose request never comes to its end. */
const many: Failure = {
  name: '2,000 idle and 500 slow connections',
  rounds: { short: 1, long: 10 },
  strike: async (site, visitors, amount) => {
    const sockets: Socket[] = [];
    for (let n = 0; n < idle + slow; n += 1) {
      sockets.push(connect(site.port, '127.0.0.1').on('error', () => {}));
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

export const manyConnections: readonly Failure[] = [many];
