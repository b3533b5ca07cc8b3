import { expect, test } from 'vitest';

import { useDatabase } from '#tests/database.ts';
import { urlOf } from '#tests/database-url.ts';
import { useFolder } from '#tests/folder.ts';
import { startProcess } from '#tests/process.ts';

const database = useDatabase();
const folder = useFolder();

test('admin create prints no link for what is no email address, also while there is no admin', async () => {
  const env = { DATABASE_URL: urlOf(database.connection), DATA_DIR: folder };
  const command = startProcess(['scripts/admin.ts', 'create', '--email', 'nope'], env);
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe('Please enter a valid email address.\n');
});
