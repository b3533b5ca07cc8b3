import { expect, test } from 'vitest';

import { useDatabase } from '#tests/database.ts';
import { urlOf } from '#tests/database-url.ts';
import { useFolder } from '#tests/folder.ts';
import { runProcess } from '#tests/process.ts';

const database = useDatabase();
const folder = useFolder();

test('admin create prints no link for what is no email address, also while there is no admin', async () => {
  const env = { DATABASE_URL: urlOf(database.connection), DATA_DIR: folder };
  expect(await runProcess(['scripts/admin.ts', 'create', '--email', 'nope'], env)).toEqual({
    code: 2,
    output: 'Please enter a valid email address.\n',
  });
});

test('sign-out-everybody with --email signs no one out', async () => {
  const env = { DATABASE_URL: urlOf(database.connection), DATA_DIR: folder };
  const args = ['sign-out-everybody', '--email', 'one@firm.test', '--yes'];
  const { code, output } = await runProcess(['scripts/admin.ts', ...args], env);
  expect(code).toBe(2);
  expect(output).toMatch(/^sign-out-everybody takes no --email: it is for all users\.\n$/);
});
