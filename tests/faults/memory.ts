import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { photograph } from '../image-files.ts';
import { upload } from '../uploads.ts';
import { canMakeFolder, type Failure } from './failure.ts';
import type { Wrapper } from './site.ts';

/** Memory control groups, in their first or second version. */
export const memoryGroups = existsSync('/sys/fs/cgroup/memory')
  ? { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' }
  : { root: '/sys/fs/cgroup', limit: 'memory.max', kills: 'memory.events' };

let group = '';

async function limited(megabytes: number): Promise<Wrapper> {
  group = await mkdtemp(join(memoryGroups.root, 'anyforge-failure-'));
  await writeFile(join(group, memoryGroups.limit), `${megabytes}M`);
  const own = group;
  return {
    // The shell enters the group and becomes the product, so that all of its processes are in the group.
    command: ['sh', '-c', `echo $$ > ${own}/cgroup.procs && exec "$@"`, 'sh'],
    remove: async () => {
      for (let attempt = 0; attempt < 50 && existsSync(own); attempt += 1) {
        await rmdir(own).catch(() => sleep(100));
      }
    },
  };
}

async function killed(): Promise<number> {
  return Number(/oom_kill (\d+)/.exec(await readFile(join(group, memoryGroups.kills), 'utf8'))?.[1] ?? 0);
}

let made: Promise<Buffer> | null = null;
const twelveMegapixels = () => (made ??= photograph(4000, 3000));

/** Photographs of 12 megapixels, several at once. */
const limit = (megabytes: number, holds: boolean): Failure => ({
  name: `memory limit of ${megabytes} MB${holds ? '' : ', too little'}`,
  rounds: { short: 1, long: 5 },
  site: { wrapper: () => limited(megabytes) },
  missing: () => {
    if (process.getuid?.() !== 0) return 'root, for memory control groups';
    return canMakeFolder(memoryGroups.root) ? null : 'memory control groups';
  },
  strike: async (site, _visitors, amount) => {
    const before = await killed();
    const image = await twelveMegapixels();
    const each = amount === 'short' ? 1 : 4;
    await Promise.all(
      [1, 2, 3].map(async () => {
        for (let n = 0; n < each; n += 1) await upload(site.owner, image).catch(() => {});
      }),
    );
    const kills = (await killed()) - before;
    return {
      endedAt: performance.now(),
      notes: [`${kills} processes killed`],
      failures: holds && kills > 0 ? [`${kills} processes were killed.`] : [],
    };
  },
});

export const memoryLimits: readonly Failure[] = [limit(640, true), limit(288, false)];
