import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { readConfig } from '../settings/config.ts';
import { endCommand, readHandOver, startArchiver } from './log-archiver.ts';

const folder = useFolder();
const segment = '000000010000000000000007';

test('an archiver takes away what ended the command of the server before: PostgreSQL asks three times, and again after a minute', async () => {
  const { backup } = readConfig({ BACKUP_TO: join(folder, 'backups') });
  if (backup === null) throw new Error('There is a place.');
  await endCommand(folder);
  expect(await readHandOver(folder, 'failed')).toBe('The product was started again.');
  const stop = startArchiver({ dataDir: folder, backup, backupPassphrase: null });
  await expect.poll(() => readHandOver(folder, 'failed')).toBeNull();
  await stop();
});

test('a segment that was stored without a receipt stays in its series; another one of its name begins a new one', async () => {
  const dataDir = join(folder, 'site');
  const log = join(dataDir, 'postgres', 'pg_wal');
  const receipt = join(dataDir, 'postgres', 'archived', segment);
  const { backup } = readConfig({ BACKUP_TO: join(folder, 'place') });
  if (backup === null) throw new Error('There is a place.');
  await mkdir(join(log, 'archive_status'), { recursive: true });
  await writeFile(join(log, segment), 'The first log.');
  await writeFile(join(log, 'archive_status', `${segment}.ready`), '');
  const stop = startArchiver({ dataDir, backup, backupPassphrase: null });
  const nextSeries = async () => {
    await rm(receipt, { force: true });
    await expect.poll(() => existsSync(receipt)).toBe(true);
    return readHandOver(dataDir, 'series');
  };
  const series = await nextSeries();
  // A base ends the gap before the series.
  await rm(join(dataDir, 'postgres', 'archived', 'gap'));
  expect([await nextSeries(), await readHandOver(dataDir, 'gap')]).toEqual([series, null]);
  await writeFile(join(log, segment), 'The log of older files.');
  expect(await nextSeries()).not.toBe(series);
  expect(await readHandOver(dataDir, 'gap')).not.toBeNull();
  await stop();
});
