import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Failure } from './failure.ts';
import { failedPages } from './page-failures.ts';
import { project, type SiteOptions } from './site.ts';

/** Failures of the disk that DATA_DIR is on: here one in memory, which only the product sees. */

const sizeInMegabytes = 320;
const onOwnDisk: SiteOptions = {
  wrapper: async (dataDir) => {
    const script = `mount -t tmpfs -o size=${sizeInMegabytes}m none "$0" && echo mounted && exec cat`;
    // It keeps the disk until it is killed, or until this process ends in any way and closes its input.
    const holder = spawn('unshare', ['--mount', 'sh', '-c', script, dataDir], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    return {
      command: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, `--wd=${project}`],
      dataDir: `/proc/${holder.pid}/root${dataDir}`,
      remove: async () => {
        const exited = once(holder, 'exit');
        holder.kill('SIGKILL');
        await exited;
      },
    };
  },
};

const missing = () => (process.getuid?.() === 0 ? null : 'root, to mount a disk');

const full: Failure = {
  name: 'full disk',
  rounds: { short: 1, long: 20 },
  site: onOwnDisk,
  missing,
  strike: async (site, visitors, amount) => {
    const began = performance.now();
    const filler = join(site.dataDir, 'filler');
    await fill(filler);
    const until = performance.now() + (amount === 'short' ? 1_500 : 5_000);
    // What others free is taken at once.
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

const readOnly: Failure = {
  name: 'read-only disk',
  rounds: { short: 1, long: 20 },
  site: onOwnDisk,
  missing,
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

export const diskFailures: readonly Failure[] = [full, readOnly];
