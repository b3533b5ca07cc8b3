import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { expectGuardSpeaks } from '../guard-speaks.ts';
import { hangFolder, hungFolderNeeds } from '../hung-folder.ts';
import { project } from '../project.ts';
import type { Failure } from './failure.ts';
import { speaking } from './site.ts';

/** The server of the mount that holds the backups is gone: it is said, and holds up neither the site nor its end. */

let enter: readonly string[] = [];
let folder = '';

export const hungMount: Failure = {
  name: 'hung mount of backups',
  rounds: { short: 0, long: 1 },
  missing: hungFolderNeeds,
  site: {
    wrapper: async (dataDir) => {
      folder = `${dataDir}-backups`;
      await mkdir(folder);
      const holder = spawn('unshare', ['--mount', 'sh', '-c', 'echo ready && exec cat'], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await once(holder.stdout, 'data');
      enter = ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, `--wd=${project}`];
      return {
        command: enter,
        env: { BACKUP_TO: folder, ...speaking },
        remove: async () => void holder.kill('SIGKILL'),
      };
    },
  },
  strike: async (site) => {
    const failures: string[] = [];
    const release = await hangFolder(folder, enter);
    await expectGuardSpeaks(site, site.owner, 'backups', {
      says: 'the place of the backups cannot be used',
      dashboard: 'does not answer',
    });
    const starts = site.starts();
    const askedAt = performance.now();
    const released = Promise.withResolvers<void>();
    site.holdBack(released.promise);
    const pid = site.pid();
    process.kill(pid, 'SIGTERM');
    while (isRunning(pid) && performance.now() - askedAt < 60_000) await sleep(100);
    const seconds = (performance.now() - askedAt) / 1_000;
    if (seconds > 16) failures.push(`The end took ${seconds.toFixed(1)} s.`);
    await release();
    released.resolve();
    while (site.starts() === starts) await sleep(100);
    await site.untilReady();
    return { endedAt: performance.now(), notes: [`the end took ${seconds.toFixed(1)} s`], failures };
  },
};

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
