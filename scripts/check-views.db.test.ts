import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { startProcess } from '#tests/process.ts';
import { urlOf } from '#tests/database-url.ts';
import { storePastViews } from '#tests/views.ts';

let database: OwnDatabase;
let dataDir: string;
beforeAll(async () => {
  [database, dataDir] = await Promise.all([createOwnDatabase(), mkdtemp(join(tmpdir(), 'anyforge-check-'))]);
});
afterAll(() => Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]));

async function check(...args: string[]): Promise<{ code: number | null; said: string }> {
  const command = startProcess(['scripts/check-views.ts', ...args], {
    DATABASE_URL: urlOf(database.connection),
    DATA_DIR: dataDir,
    SITE_TIMEZONE: 'UTC',
  });
  const code = await command.exited;
  return { code, said: command.output() };
}

test('check:views reports each difference between rows and sums, and repairs them with --repair', async () => {
  const { db } = database;
  const { id } = await createPost(await contextAs(db, 'editor'), newPost({ published: 'true' }));
  await storePastViews(db, [{ postId: id, at: new Date(Math.floor(Date.now() / 1000) * 1000) }]);
  expect(await check()).toEqual({ code: 0, said: '0 differences\n' });

  await sql`update blog_post_view_counts set total_views = 7`.execute(db);
  expect(await check()).toEqual({
    code: 1,
    said: `blog_post_view_counts ${id} total: 7 kept, 1 counted\n1 differences\n`,
  });
  expect(await check('--repair')).toEqual({ code: 0, said: '0 differences\n' });
  expect(await check()).toEqual({ code: 0, said: '0 differences\n' });
});
