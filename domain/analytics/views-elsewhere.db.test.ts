import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '#db/client.ts';
import { listViewDifferences } from '#db/queries/view-check.ts';
import { dropViewMonthsBefore, insertPastViews, makeViewMonths, rebuildViewSums } from '#db/queries/views.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { createViewRecorder } from './view-recorder.ts';

/** Another database stands for another machine: the wrapper knows no difference. */
let here: OwnDatabase;
let there: OwnDatabase;
let db: Database;

beforeAll(async () => {
  [here, there] = await Promise.all([createOwnDatabase(), createOwnDatabase()]);
  db = here.db;
});
afterAll(() => Promise.all([here.drop(), there.drop()]));

async function isWrapperThere(): Promise<boolean> {
  const { rows } = await sql`select from pg_available_extensions where name = 'postgres_fdw'`.execute(db);
  return rows.length > 0;
}

async function rowsThere(): Promise<number> {
  const { rows } = await there.pool.query<{ n: number }>('select count(*) as n from views_2026_01');
  return rows[0]?.n ?? 0;
}

// The statements are those of docs/decisions/0012-views.md.
test('a month of rows that lies on another machine is read, checked, made sums of, and dropped', async (ctx) => {
  if (!(await isWrapperThere())) return ctx.skip('This server has no postgres_fdw.');
  const editor = await contextAs(db, 'editor');
  const [one, other] = await Promise.all(
    ['One', 'Other'].map((title) => createPost(editor, newPost({ title, published: 'true' }))),
  );
  if (!one || !other) throw new Error('Two posts were made.');
  const seconds = [15, 16, 17, 18].map((day) => Date.UTC(2026, 0, day) / 1000);
  const source = { referrerHost: 'news.example', campaign: '', device: 'desktop', browser: 'Firefox' };
  await makeViewMonths(db, new Date(Date.UTC(2026, 0, 1)), new Date());
  await insertPastViews(db, {
    postIds: [one.id, one.id, other.id, other.id],
    seconds,
    sources: seconds.map(() => source),
  });
  await rebuildViewSums(db);

  const { host, port, user, database } = there.connection;
  await there.pool.query(`
    create table views_2026_01 (
      post_id uuid not null, created_at timestamptz not null, referrer_host text not null, campaign text not null,
      device text not null, browser text not null
    )`);
  await there.pool.query('create index on views_2026_01 (post_id)');
  await there.pool.query('create index on views_2026_01 (created_at)');
  await here.pool.query('create extension postgres_fdw');
  await here.pool.query(
    `create server older_views foreign data wrapper postgres_fdw options (host '${host}', port '${port}', dbname '${database}')`,
  );
  await here.pool.query(`create user mapping for current_user server older_views options (user '${user}')`);
  await db.transaction().execute(async (trx) => {
    await sql`select from view_calendar for update`.execute(trx);
    await sql`alter table blog_post_metrics detach partition blog_post_metrics_2026_01`.execute(trx);
    await sql`alter table blog_post_metrics_2026_01 rename to views_that_move`.execute(trx);
    await sql`create foreign table blog_post_metrics_2026_01 partition of blog_post_metrics
      for values from ('2026-01-01 00:00+00') to ('2026-02-01 00:00+00')
      server older_views options (table_name 'views_2026_01')`.execute(trx);
    await sql`insert into blog_post_metrics_2026_01 select * from views_that_move`.execute(trx);
    await sql`drop table views_that_move`.execute(trx);
  });

  expect(await rowsThere()).toBe(4);
  expect(await listViewDifferences(db)).toEqual([]);
  await rebuildViewSums(db);
  expect(await listViewDifferences(db)).toEqual([]);

  const recorder = createViewRecorder(db);
  await recorder.record({ postId: one.id, address: '192.0.2.1', agent: 'a browser', ...source });
  await deletePosts(editor, { ids: [other.id] });
  expect(await rowsThere()).toBe(2);
  expect(await listViewDifferences(db)).toEqual([]);

  expect(await dropViewMonthsBefore(db, new Date(Date.UTC(2026, 1, 1)))).toEqual([
    'blog_post_metrics_2026_01',
  ]);
  expect(await listViewDifferences(db)).toEqual([]);
  const { total_views } = await db
    .selectFrom('blog_post_stats')
    .select('total_views')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  expect(total_views).toBe(3);
});
