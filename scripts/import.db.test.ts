import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'vitest';

import { test } from '#tests/database.ts';
import { urlOf } from '#tests/database-url.ts';
import { useFolder } from '#tests/folder.ts';
import { runProcess } from '#tests/process.ts';

const folder = useFolder();

test('import of a file that is not there says so and ends, without making a database', async () => {
  const file = join(folder, 'none.xml');
  const output = `There is no file or folder ${file}.\n`;
  expect(await runProcess(['scripts/import.ts', file], { DATA_DIR: folder })).toEqual({ code: 2, output });
  expect(await readdir(folder)).toEqual([]);
});

test('import with a report that cannot be written says so before it imports', async () => {
  const text = join(folder, 'text.md');
  await writeFile(text, '---\ntitle: First\n---\nWords.\n');
  const report = join(folder, 'none', 'report.csv');
  const ended = await runProcess(['scripts/import.ts', text, '--report', report], {
    DATA_DIR: join(folder, 'data'),
  });
  expect(ended).toEqual({ code: 2, output: expect.stringContaining(report) });
  expect(await readdir(folder)).not.toContain('data');
});

test.for([['some.xml'], ['--dry-run']])('import with --undo and %s does nothing', async (more) => {
  const ended = await runProcess(['scripts/import.ts', '--undo', randomUUID(), ...more], {
    DATA_DIR: folder,
  });
  expect(ended).toEqual({ code: 2, output: expect.stringContaining('--help shows') });
});

test('import into a new site makes the administrator that the settings name', async ({ own }) => {
  const file = join(folder, 'first.md');
  await writeFile(file, '---\ntitle: First\n---\nWords.\n');
  const env = { DATA_DIR: folder, DATABASE_URL: urlOf(own.connection) };
  const run = (settings = {}, ...options: string[]) =>
    runProcess(['scripts/import.ts', file, ...options], { ...env, ...settings });
  const says = (code: number, output: string) => ({ code, output: expect.stringContaining(output) });
  expect(await run({}, '--dry-run')).toEqual(says(0, '1 would be taken'));
  expect(await run()).toEqual(says(1, 'There is no admin yet.'));
  const account = { ADMIN_EMAIL: 'owner@firm.test', ADMIN_PASSWORD: 'correct horse battery' };
  expect(await run(account)).toEqual(says(0, 'Created the super admin owner@firm.test.'));
  expect(await own.db.selectFrom('blog_posts').select('title').execute()).toEqual([{ title: 'First' }]);
});
