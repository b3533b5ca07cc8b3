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
    code: 1,
    output: 'Please enter a valid email address.\n',
  });
});
