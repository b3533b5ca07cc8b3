import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useDatabase } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { useFolder } from '#tests/folder.ts';
import { assertContentNotLost, recordContent } from './had-content.ts';

const now = new Date('2026-11-22T10:00:00Z');
const dataDir = useFolder();
const [empty, full] = [useDatabase(), useDatabase()];

test('a start refuses an empty database only where the site had content', async () => {
  await contextAs(full.db, 'super_admin');
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
