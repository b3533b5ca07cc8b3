import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { canMakeFolder, removeGroup, type Failure } from './failure.ts';
import { failedPages, pageTimes } from './page-failures.ts';
import { project } from '#tests/project.ts';
import type { SiteOptions } from './site.ts';

/** Failures of the disk that DATA_DIR is on: here one in memory, which only the product sees. */

export const diskOf = (megabytes: number, env: Record<string, string> = {}): SiteOptions => ({
  wrapper: async (dataDir) => {
    const disk = await mount(dataDir, `mount -t tmpfs -o size=${megabytes}m none "$0"`);
    return { command: disk.enter, env, dataDir: disk.dataDir, remove: disk.unmount };
  },
});
const onOwnDisk = diskOf(320);

/** Mounts a disk by a script in a namespace that only the product enters; `$0` is the folder. */
async function mount(dataDir: string, script: string, ...args: readonly string[]) {
  // It keeps the disk until it is killed, or until this process ends in any way and closes its input.
  const holder = spawn(
    'unshare',
    ['--mount', 'sh', '-c', `${script} && echo mounted && exec cat`, dataDir, ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  await once(holder.stdout, 'data');
  return {
    enter: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, `--wd=${project}`],
    dataDir: `/proc/${holder.pid}/root${dataDir}`,
    unmount: async () => {
      const exited = once(holder, 'exit');
      holder.kill('SIGKILL');
      await exited;
    },
  };
}

export const diskNeeds = () => (process.getuid?.() === 0 ? null : 'root, to mount a disk');

export const fullDisk: Failure = {
  name: 'full disk',
  rounds: { short: 1, long: 20 },
  site: onOwnDisk,
  missing: diskNeeds,
  strike: async (site, visitors, amount) => {
    const began = performance.now();
    const filler = join(site.dataDir, 'filler');
    await fill(filler);
    const until = performance.now() + (amount === 'short' ? 1_500 : 5_000);
    // Space that others free is taken at once.
    while (performance.now() < until) {
      await sleep(100);
      await fill(filler);
    }
    await sleep(100);
    const failures = failedPages(visitors.readsSince(began));
    await rm(filler);
    return { endedAt: performance.now(), failures };
  },
};

export const readOnlyDisk: Failure = {
  name: 'read-only disk',
  rounds: { short: 1, long: 20 },
  site: onOwnDisk,
  missing: diskNeeds,
  strike: async (site, _visitors, amount) => {
    const told = site.output().length;
    let release = () => {};
    const mounted = new Promise<void>((resolve) => (release = resolve));
    site.holdBack(mounted);
    site.kill('both');
    while (!remount(site.dataDir, 'ro')) await sleep(20);
    release();
    const isTold = () => /read-only file system/.test(site.output().slice(told));
    const deadline = performance.now() + 20_000;
    while (!isTold() && performance.now() < deadline) await sleep(50);
    await sleep(amount === 'short' ? 0 : 3_000);
    remount(site.dataDir, 'rw');
    return {
      endedAt: performance.now(),
      failures: isTold() ? [] : [`A start on it did not say why it ends: ${site.output().slice(told)}`],
    };
  },
};

/** @returns whether nothing had a file open for writing */
function remount(dataDir: string, how: 'ro' | 'rw'): boolean {
  const [, pid = '', folder = ''] = /^\/proc\/(\d+)\/root(.*)$/.exec(dataDir) ?? [];
  try {
    execFileSync('nsenter', [`--mount=/proc/${pid}/ns/mnt`, 'mount', '-o', `remount,${how}`, folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

/** Writes to the file until the disk takes no more byte. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (let size = 4_194_304; size >= 1; size = Math.floor(size / 16)) {
      const bytes = Buffer.alloc(size, 1);
      while (
        await file.write(bytes).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await file.close();
  }
}

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
    const disk = await mount(dataDir, 'mount "$1" "$0"', device);
    // It goes with its mount.
    execFileSync('losetup', ['--detach', device]);
    return {
      command: ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh', ...disk.enter],
      dataDir: disk.dataDir,
      remove: async () => {
        await disk.unmount();
        await removeGroup(group);
        await rm(file);
      },
    };
  },
};

export const slowDisk: Failure = {
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
