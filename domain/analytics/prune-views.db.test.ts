import { expect, test } from 'vitest';

import { beginViewDay } from '#db/queries/views.ts';
import { useDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { listViewDifferences } from '#tests/view-differences.ts';
import { letDaysPass, storePastViews } from '#tests/views.ts';
import { pruneViews } from './prune-views.ts';

const { db } = useDatabase();

test('a new day of the figures begins without a request for them', async () => {
  const { today } = await beginViewDay(db);
  await letDaysPass(db, 1);
  await pruneViews({ db });
  expect(await db.selectFrom('visitor_salt').select('day').executeTakeFirst()).toEqual({ day: today });
});

test('rows older than 25 months are deleted, and their totals stay', async () => {
  const { id } = await addPost(await contextAs(db, 'editor'), { published: 'true' });
  const monthsAgo = (n: number) => new Date(new Date().setUTCMonth(new Date().getUTCMonth() - n, 15));
  await storePastViews(
    db,
    [27, 26, 24, 1].map((n) => ({ postId: id, at: monthsAgo(n) })),
  );
  expect(await pruneViews({ db })).toBe(2);
  expect(await db.selectFrom('blog_post_metrics').select('post_id').execute()).toHaveLength(2);
  const stats = await db.selectFrom('blog_post_stats').select('total_views').executeTakeFirst();
  expect(stats?.total_views).toBe(4);
  expect(await listViewDifferences(db)).toEqual([]);
});
