import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { failedPages } from './page-failures.ts';

/** The clock of the product and of its database is set forward and back, as by a person or by a first contact with NTP. */

const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? null;
let setClock: (offset: string) => Promise<void> = async () => {};

export const clockJumps: Failure = {
  name: 'clock jumps',
  rounds: { short: 1, long: 20 },
  missing: () => (library === null ? 'libfaketime' : null),
  site: {
    wrapper: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'af-clock-'));
      const file = join(folder, 'offset');
      setClock = (offset) => writeFile(file, `${offset}\n`);
      await setClock('+0');
      return {
        command: ['env', `LD_PRELOAD=${library}`],
        env: { FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
        remove: () => rm(folder, { recursive: true }),
      };
    },
  },
  strike: async (_site, visitors, amount) => {
    const began = performance.now();
    const steps = amount === 'short' ? ['+2h', '-2h'] : ['+30s', '-30s', '+2h', '-2h', '+1d', '-1d'];
    for (const step of steps) {
      await setClock(step);
      await sleep(1_000);
    }
    await setClock('+0');
    await sleep(500);
    return { endedAt: performance.now(), failures: failedPages(visitors.readsSince(began)) };
  },
};
