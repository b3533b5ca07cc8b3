import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { listViewDifferences } from '#tests/view-differences.ts';
import { rollOverViewDay } from '#db/queries/views.ts';
import { useDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { letDaysPass, storePastViews } from '#tests/views.ts';
import { pruneViews } from './prune-views.ts';

const { db } = useDatabase();

async function months(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'blog_post_metrics'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

test('a new day of the figures starts without a request for them', async () => {
  const today = await rollOverViewDay(db);
  await letDaysPass(db, 1);
  await pruneViews({ db });
  const calendar = await db.selectFrom('view_calendar').select('as_of').executeTakeFirst();
  expect(calendar?.as_of).toBe(today);
});

test('rows older than 25 months are dropped, their totals stay, and the next months have partitions', async () => {
  const { id } = await addPost(await contextAs(db, 'editor'), { published: 'true' });
  const now = new Date();
  const monthFrom = (n: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1));
  const name = (n: number) => `blog_post_metrics_${monthFrom(n).toISOString().slice(0, 7).replace('-', '_')}`;
  await storePastViews(
    db,
    [-27, -26, -25, 0].map((n) => ({ postId: id, at: monthFrom(n) })),
  );
  await sql`drop table ${sql.table(name(1))}, ${sql.table(name(2))}`.execute(db);

  await pruneViews({ db });

  expect(await months()).toEqual(expect.arrayContaining([-25, 0, 1, 2].map(name)));
  expect(await months()).not.toContain(name(-26));
  const { rows } = await sql`select from blog_post_metrics`.execute(db);
  expect(rows).toHaveLength(2);
  const stats = await db.selectFrom('blog_post_stats').select('total_views').executeTakeFirst();
  expect(stats?.total_views).toBe(4);
  expect(await listViewDifferences(db)).toEqual([]);
});
