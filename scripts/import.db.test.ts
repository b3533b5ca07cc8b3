import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { urlOf } from '#tests/database-url.ts';
import { useFolder } from '#tests/folder.ts';
import { startProcess } from '#tests/process.ts';

const folder = useFolder();

test('import of a file that is not there says so and ends, without making a database', async () => {
  const file = join(folder, 'none.xml');
  const command = startProcess(['scripts/import.ts', file], { DATA_DIR: folder });
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe(`There is no file or folder ${file}.\n`);
  expect(await readdir(folder)).toEqual([]);
});

test('import into a new site makes the administrator that the settings name', async ({ own }) => {
  const file = join(folder, 'first.md');
  await writeFile(file, '---\ntitle: First\n---\nWords.\n');
  const env = { DATA_DIR: folder, DATABASE_URL: urlOf(own.connection) };
  const dryRun = startProcess(['scripts/import.ts', file, '--dry-run'], env);
  expect([await dryRun.exited, dryRun.output()]).toEqual([0, expect.stringContaining('1 would be taken')]);
  const without = startProcess(['scripts/import.ts', file], env);
  expect(await without.exited).toBe(1);
  expect(without.output()).toContain('There is no admin yet.');
  const account = { ADMIN_EMAIL: 'owner@firm.test', ADMIN_PASSWORD: 'correct horse battery' };
  const command = startProcess(['scripts/import.ts', file], { ...env, ...account });
  expect([await command.exited, command.output()]).toEqual([
    0,
    expect.stringContaining('Created the super admin owner@firm.test.'),
  ]);
  expect(await own.db.selectFrom('blog_posts').select('title').execute()).toEqual([{ title: 'First' }]);
});
