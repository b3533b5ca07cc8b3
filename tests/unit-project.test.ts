import { glob, readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import config from '../vitest.config.ts';

/** Tests that start a program, a database or the product. */
const starts = /from '(?:node:child_process|node:cluster|#tests\/(?:database|process|product)\.ts)'/;

/** Reads settings with the reader of systemd, where a machine has it. */
const expected = ['server/settings/config.test.ts'];

test('unit tests start no program, no database and no product', async () => {
  const found: string[] = [];
  for await (const file of glob('{app,domain,db,adapters,server,scripts,bench}/**/*.test.{ts,tsx}')) {
    if (file.endsWith('.db.test.ts')) continue;
    if (starts.test(await readFile(file, 'utf8'))) found.push(file);
  }
  expect(found).toEqual(expected);
});

test('a file with tests or numbers of the long run is part of it', async () => {
  const found: string[] = [];
  const long = JSON.stringify(
    config.test?.projects?.filter((one) => JSON.stringify(one).includes('"LONG_TESTS"')),
  );
  for await (const file of glob('{app,domain,db,adapters,server,scripts,bench,tests}/**/*.test.{ts,tsx}')) {
    if (file.startsWith('tests/e2e/') || long.includes(`"${file}"`)) continue;
    if (/from '[^']*\/long\.ts'/.test(await readFile(file, 'utf8'))) found.push(file);
  }
  expect(found).toEqual([]);
});
