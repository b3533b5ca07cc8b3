import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { hangFolder, hungFolderNeeds } from '#tests/hung-folder.ts';
import { backupFiles } from './backup-place.ts';

test.skipIf(hungFolderNeeds())('a folder that does not answer is said in time, and asked once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'af-hung-'));
  const place = backupFiles({ kind: 'folder', folder });
  const release = await hangFolder(folder);
  onTestFinished(() => rm(folder, { recursive: true }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const first = place.has('a').catch(String);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await first).toContain('cannot be used (it does not answer)');
    // At once: another call would take another thread.
    await expect(place.list('')).rejects.toThrow('cannot be used (it does not answer)');
  } finally {
    vi.useRealTimers();
    await release();
  }
  await expect.poll(() => place.list('').catch(String)).toEqual([]);
});
