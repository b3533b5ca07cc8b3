import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { canMakeFolder, type Failure } from './failure.ts';
import { failedPages, pageTimes } from './page-failures.ts';
import { project, type SiteOptions } from './site.ts';

/** A disk of its own, in a file, which takes only a few writes a second from the product while the failure is there. */

const groups = '/sys/fs/cgroup/blkio';
const limit = 'blkio.throttle.write_iops_device';
const writesPerSecond = 4;
let throttle: (writes: number) => Promise<void> = async () => {};

const onSlowDisk: SiteOptions = {
  wrapper: async (dataDir) => {
    const file = `${dataDir}.disk`;
    await writeFile(file, '');
    await truncate(file, 640 * 1_048_576);
    execFileSync('mkfs.ext4', ['-q', file]);
    const device = execFileSync('losetup', ['--find', '--show', file], { encoding: 'utf8' }).trim();
    const group = `${groups}/${file.split('/').at(-1)}`;
    await mkdir(group);
    const { rdev } = await stat(device);
    throttle = (writes) => writeFile(`${group}/${limit}`, `${rdev >> 8}:${rdev & 0xff} ${writes}`);
    const holder = spawn(
      'unshare',
      ['--mount', 'sh', '-c', 'mount "$1" "$0" && echo mounted && exec cat', dataDir, device],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    await once(holder.stdout, 'data');
    // It goes with its mount, which goes with the holder: that ends when this process closes its input.
    execFileSync('losetup', ['--detach', device]);
    return {
      command: [
        'sh',
        '-c',
        `echo $$ > ${group}/cgroup.procs && exec nsenter --mount=/proc/${holder.pid}/ns/mnt --wd=${project} "$@"`,
        'sh',
      ],
      dataDir: `/proc/${holder.pid}/root${dataDir}`,
      remove: async () => {
        const exited = once(holder, 'exit');
        holder.kill('SIGKILL');
        await exited;
        for (let attempt = 0; attempt < 50 && existsSync(group); attempt += 1) {
          await rmdir(group).catch(() => sleep(100));
        }
        await rm(file);
      },
    };
  },
};

const slow: Failure = {
  name: 'slow disk',
  rounds: { short: 1, long: 10 },
  site: onSlowDisk,
  missing: () => {
    if (process.getuid?.() !== 0) return 'root, for a disk in a file';
    if (!canMakeFolder(groups)) return 'limits for disks in the kernel';
    if (spawnSync('mkfs.ext4', ['-V']).error !== undefined) return 'mkfs.ext4';
    return spawnSync('losetup', ['--find']).status === 0 ? null : 'loop devices';
  },
  strike: async (_site, visitors, amount) => {
    const began = performance.now();
    await throttle(writesPerSecond);
    await sleep(amount === 'short' ? 3_000 : 10_000);
    const reads = visitors.readsSince(began);
    const writes = visitors.writesSince(began);
    await throttle(0);
    return {
      endedAt: performance.now(),
      failures: failedPages(reads),
      notes: [`${writes} writes meanwhile`, pageTimes(reads)],
    };
  },
};

export const slowDisk: readonly Failure[] = [slow];
