import { readFileSync } from 'node:fs';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Database } from '#db/client.ts';
import { listViewDifferences } from '#tests/view-differences.ts';
import { dropViewMonthsBefore, rebuildViewSums } from '#db/queries/views.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { newView, storePastViews } from '#tests/views.ts';
import { createViewRecorder } from './view-recorder.ts';

const decision = readFileSync(new URL('../../docs/decisions/0012-views.md', import.meta.url), 'utf8');
const [onTheOther, onTheSites] = [...decision.matchAll(/```sql\n(.*?)```/gs)].map(([, text]) => text);

/** Another database stands for another machine: the wrapper knows no difference. */
let here: OwnDatabase;
let there: OwnDatabase;
let db: Database;

beforeEach(async () => {
  [here, there] = await Promise.all([createOwnDatabase(), createOwnDatabase()]);
  db = here.db;
});
afterEach(() => Promise.all([here.drop(), there.drop()]));

async function isWrapperThere(): Promise<boolean> {
  const { rows } = await sql`select from pg_available_extensions where name = 'postgres_fdw'`.execute(db);
  return rows.length > 0;
}

/** Runs the statements of the decision, for the month that begins then. */
async function moveMonth(first: Date): Promise<void> {
  const { host, port, user, password, database } = there.connection;
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const inPlace = (statements = '') =>
    statements
      .replaceAll('2026_01', nameOf(first))
      .replaceAll('2026-01-01', day(first))
      .replaceAll('2026-02-01', day(next))
      .replace(/host '.*?', port '.*?', dbname '.*?'/, `host '${host}', port '${port}', dbname '${database}'`)
      .replace(/user '.*?'/, `user '${user}'${password === undefined ? '' : `, password '${password}'`}`);
  await there.pool.query(inPlace(onTheOther));
  await here.pool.query(inPlace(onTheSites));
}

function nameOf(month: Date): string {
  return month.toISOString().slice(0, 7).replace('-', '_');
}

async function rowsThere(month: Date): Promise<number> {
  const { rows } = await there.pool.query<{ n: number }>(`select count(*) as n from views_${nameOf(month)}`);
  return rows[0]?.n ?? 0;
}

const now = new Date();
test.for([
  ['long over', new Date(Date.UTC(2026, 0, 1)), 0],
  ['still counted into', new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)), 3],
] as const)(
  'a month %s lies on another machine and is counted into, checked, made sums of, deleted from and dropped as here',
  async ([, month, counted], { skip }) => {
    skip(!(await isWrapperThere()), 'This server has no postgres_fdw.');
    const editor = await contextAs(db, 'editor');
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((title) => createPost(editor, newPost({ title, published: 'true' }))),
    );
    if (!one || !other) throw new Error('Two posts were made.');
    await storePastViews(
      db,
      [one, one, other, other].map(({ id }, n) => ({ postId: id, at: new Date(month.getTime() + n * 1000) })),
    );

    await moveMonth(month);

    expect(await rowsThere(month)).toBe(4);
    const recorder = createViewRecorder(db);
    await Promise.all([one, one, other].map(({ id }) => recorder.record(newView(id))));
    expect(await rowsThere(month)).toBe(4 + counted);
    expect(await listViewDifferences(db)).toEqual([]);
    await rebuildViewSums(db);
    expect(await listViewDifferences(db)).toEqual([]);

    await deletePosts(editor, { ids: [other.id] });
    expect(await rowsThere(month)).toBe(2 + (counted > 0 ? 2 : 0));
    expect(await listViewDifferences(db)).toEqual([]);

    const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
    expect(await dropViewMonthsBefore(db, next)).toContain(`blog_post_metrics_${nameOf(month)}`);
    expect(await listViewDifferences(db)).toEqual([]);
    const { total_views } = await db
      .selectFrom('blog_post_stats')
      .select('total_views')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow();
    expect(total_views).toBe(4);
  },
);
