import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { hasStalePosts } from '#db/queries/search.ts';
import { derivedKeys } from '#domain/core/secrets.ts';
import { madeBy } from '#domain/posts/post-layout.ts';
import { test } from '#tests/database.ts';
import { openDatabaseLine } from '#tests/database-line.ts';
import { urlOf } from '#tests/database-url.ts';
import { useFolder } from '#tests/folder.ts';
import { runProcess, startProcess } from '#tests/process.ts';

const folder = useFolder();

test('import of a file that is not there says so without its control characters, and makes no database', async () => {
  const file = join(folder, 'no\u001B[31m\u009B1mne.xml');
  const output = `There is no file or folder ${join(folder, 'no[31m1mne.xml')}.\n`;
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
  const deriveKey = derivedKeys((await readFile(join(folder, 'session-secret'), 'utf8')).trim());
  expect(await hasStalePosts(own.db, madeBy({ deriveKey })), 'left to do for the product').toBe(false);
});

test.skipIf(process.getuid?.() !== 0)(
  'import looks at the disk before it takes anything',
  async ({ own }) => {
    const dataDir = join(folder, 'full');
    await mkdir(dataDir);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100m', 'tmpfs', dataDir]);
    onTestFinished(() => void execFileSync('umount', ['-l', dataDir]));
    const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(own.connection) };
    expect(await runProcess(['scripts/import.ts', join(folder, 'first.md')], env)).toEqual({
      code: 1,
      output: expect.stringMatching(
        /The import stopped: The disk that holds DATA_DIR is full: [^\n]+ room again\. What/,
      ),
    });
  },
);

test('import whose database ends says so in one line, and its folder goes with the next import', async ({
  own,
}) => {
  const line = await openDatabaseLine(own.connection);
  const texts = join(folder, 'many');
  await mkdir(texts);
  for (let n = 0; n < 100; n += 1)
    await writeFile(join(texts, `${n}.md`), `---\ntitle: Text ${n}\n---\nWords.\n`);
  const account = { ADMIN_EMAIL: 'owner@firm.test', ADMIN_PASSWORD: 'correct horse battery' };
  const env = { DATA_DIR: folder, DATABASE_URL: urlOf(line.connection), TMPDIR: folder, ...account };
  const isBegun = async () => (await own.db.selectFrom('blog_posts').select('id').limit(1).execute()).length;
  const cut = startProcess(['scripts/import.ts', texts], env);
  await expect.poll(isBegun, { timeout: 30_000, interval: 5 }).toBe(1);
  line.cut();
  expect(await cut.exited).toBe(1);
  expect(cut.output()).toMatch(/\nThe database ended; run it again, nothing is taken twice\.\n$/);
  expect(cut.output()).not.toContain('    at ');

  line.mend();
  const killed = startProcess(['scripts/import.ts', texts], env);
  const left = async () => (await readdir(folder)).filter((name) => name.startsWith('anyforge-import-'));
  await expect.poll(left, { timeout: 30_000, interval: 5 }).toHaveLength(1);
  killed.signal('SIGKILL');
  await killed.exited;
  expect(await runProcess(['scripts/import.ts', texts], env)).toMatchObject({ code: 0 });
  expect(await left()).toEqual([]);
  expect(await own.db.selectFrom('blog_posts').select('id').execute()).toHaveLength(100);
  await line.close();
});
