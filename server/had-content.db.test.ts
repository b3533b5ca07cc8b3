import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { assertContentNotLost, recordContent } from './had-content.ts';

const now = new Date('2026-11-22T10:00:00Z');
const dataDir = useFolder();
let empty: OwnDatabase;
let full: OwnDatabase;

beforeAll(async () => {
  [empty, full] = await Promise.all([createOwnDatabase(), createOwnDatabase()]);
  await contextAs(full.db, 'super_admin');
});
afterAll(async () => {
  await Promise.all([empty.drop(), full.drop()]);
});

test('a start refuses an empty database only where the site had content', async () => {
  await recordContent(empty.pool, dataDir, now);
  await assertContentNotLost(empty.pool, dataDir);
  await recordContent(full.pool, dataDir, now);
  await recordContent(full.pool, dataDir, new Date('2027-01-01T00:00:00Z'));
  expect(await readFile(join(dataDir, 'had-content'), 'utf8')).toBe('2026-11-22\n');
  await assertContentNotLost(full.pool, dataDir);
  await expect(assertContentNotLost(empty.pool, dataDir)).rejects.toThrow(
    /^The database is empty, but this site had content on 2026-11-22\. Check DATABASE_URL .* delete \S+had-content\.$/,
  );
});
