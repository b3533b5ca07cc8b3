import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { readConfig } from '../settings/config.ts';
import { endCommand, readHandOver, startArchiver } from './log-archiver.ts';

const folder = useFolder();

test('an archiver takes away what ended the command of the server before: PostgreSQL asks three times, and again after a minute', async () => {
  const { backup } = readConfig({ BACKUP_TO: join(folder, 'backups') });
  if (backup === null) throw new Error('There is a place.');
  await endCommand(folder);
  expect(await readHandOver(folder, 'failed')).toBe('The product was started again.');
  const stop = startArchiver({ dataDir: folder, backup, backupPassphrase: null });
  await expect.poll(() => readHandOver(folder, 'failed')).toBeNull();
  await stop();
});
