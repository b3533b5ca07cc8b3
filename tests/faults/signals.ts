import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { failedPages, pageTimes } from './page-failures.ts';
import { signal, type KillTarget } from './site.ts';

/** SIGKILL, as after a power cut or by the kernel when memory is short. */
const kill = (name: string, target: KillTarget): Failure => ({
  name,
  rounds: { short: 1, long: 20 },
  strike: async (site) => {
    const endedAt = performance.now();
    site.kill(target);
    return { endedAt };
  },
});

export const kills: readonly Failure[] = [
  kill('kill -9 of the server', 'server'),
  kill('kill -9 of the database', 'database'),
  kill('kill -9 of both', 'both'),
];

/** All processes of PostgreSQL stand still, as on a machine that has frozen: connections stay and nothing answers. */
export const silentDatabase: Failure = {
  name: 'silent database',
  rounds: { short: 1, long: 20 },
  strike: async (site, visitors, amount) => {
    // Pages that a change withdraws are told by the database alone: until it has, pages from before count for nothing.
    const goOn = await visitors.pauseWriting();
    const began = performance.now();
    const pids = site.databasePids();
    for (const pid of pids) signal(pid, 'SIGSTOP');
    goOn();
    await sleep(amount === 'short' ? 3_000 : 8_000);
    const reads = visitors.readsSince(began);
    for (const pid of pids) signal(pid, 'SIGCONT');
    return { endedAt: performance.now(), failures: failedPages(reads), notes: [pageTimes(reads)] };
  },
};
