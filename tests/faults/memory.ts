import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { photograph } from '../image-files.ts';
import { upload } from '../uploads.ts';
import { canMakeFolder, removeGroup, type Failure } from './failure.ts';
import type { Site, SiteOptions } from './site.ts';

/** Memory control groups, in their first or second version. */
export const memoryGroups = existsSync('/sys/fs/cgroup/memory')
  ? { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' }
  : { root: '/sys/fs/cgroup', limit: 'memory.max', kills: 'memory.events' };

let group = '';

const setLimit = (megabytes: number) => writeFile(join(group, memoryGroups.limit), `${megabytes}M`);

const inGroup: SiteOptions = {
  wrapper: async () => {
    group = await mkdtemp(join(memoryGroups.root, 'anyforge-failure-'));
    await setLimit(640);
    return {
      // The shell enters the group and becomes the product, so that all of its processes are in the group.
      command: ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'],
      remove: () => removeGroup(group),
    };
  },
};

/** Starts the product again with this limit: what runs may have more already. */
async function startWith(site: Site, megabytes: number): Promise<void> {
  const isLimited = async () => {
    while (!(await setLimit(megabytes).then(() => true, () => false))) await sleep(50); // prettier-ignore
  };
  const limited = sleep(0).then(isLimited);
  site.holdBack(limited);
  site.kill('both');
  await limited;
  await site.untilReady();
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
  site: inGroup,
  missing: () => {
    if (process.getuid?.() !== 0) return 'root, for memory control groups';
    return canMakeFolder(memoryGroups.root) ? null : 'memory control groups';
  },
  strike: async (site, _visitors, amount) => {
    if (!holds) await startWith(site, megabytes);
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
