import { glob, readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

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
