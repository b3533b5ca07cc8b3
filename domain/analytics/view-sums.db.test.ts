import { sql } from 'kysely';
import { afterEach, describe, expect } from 'vitest';

import { listNamedFigures, listDaysOfPeriod, listPostStats, readSiteFigures } from '#db/queries/analytics.ts';
import { listViewDifferences } from '#tests/view-differences.ts';
import { beginViewDay, pruneViewRows } from '#db/queries/views.ts';
import { allRows } from '#db/queries/outcome.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { listPublishedPosts } from '#domain/posts/list-published-posts.ts';
import { test, useDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { letDaysPass, newView, storePastViews } from '#tests/views.ts';
import { createViewRecorder } from './view-recorder.ts';

const { db } = useDatabase();

afterEach(async () => {
  expect(await listViewDifferences(db)).toEqual([]);
});

async function publish(): Promise<string> {
  return (await addPost(await contextAs(db, 'editor'), { published: 'true' })).id;
}

describe('names from visitors', () => {
  test.each([
    ['referrer', 'referrerHost'],
    ['campaign', 'campaign'],
  ] as const)('of a %s are kept up to a number a day, and the rest is one', async (kind, field) => {
    const most = 1000;
    const recorder = createViewRecorder(db);
    const id = await publish();
    const names = Array.from({ length: most + 150 }, (_, n) => `${kind}-${n}.example`);
    await Promise.all(names.map((name) => recorder.record(newView(id, { [field]: name }))));
    // One that is known still counts for itself.
    await recorder.record(newView(id, { [field]: names[0] ?? '' }));
    const { rows } = await sql<{ name: string; views: number }>`
      select name, views from view_days where what = ${kind} and name <> ''`.execute(db);
    const views = Object.fromEntries(rows.map((row) => [row.name, row.views]));
    expect(rows.length).toBeLessThanOrEqual(most + 1);
    expect(rows.length).toBeGreaterThan(most - 5);
    expect(views[names[0] ?? '']).toBe(2);
    expect(rows.reduce((sum, row) => sum + row.views, 0)).toBe(most + 151);
    expect(views['(other)']).toBe(most + 151 - 1 - (rows.length - 1));
  });
});

describe.each(['America/Los_Angeles', 'Asia/Tokyo'])('rows that are deleted, in %s', (timeZone) => {
  const { db: own } = useDatabase({ timeZone });

  test('leave their counts, and a change of the time zone leaves all of them', async () => {
    const { id } = await addPost(await contextAs(own, 'editor'), { published: 'true' });
    const hours = [0, 1, 25, 60 * 24, 99 * 24, 100 * 24, 101 * 24, 300 * 24];
    const moments = hours.map((ago) => new Date(Math.floor(Date.now() / 1000) * 1000 - ago * 3_600_000));
    await storePastViews(
      own,
      moments.map((at) => ({ postId: id, at })),
    );
    const site = () => allRows(own)`select day, views from view_days where what = 'site' order by day`;
    const total = () => own.selectFrom('blog_post_stats').select('total_views').executeTakeFirst();
    const before = { site: await site(), total: await total() };
    expect(before.total).toEqual({ total_views: moments.length });

    await letDaysPass(own, 40);
    await pruneViewRows(own, 6);
    await letDaysPass(own, -40);
    await pruneViewRows(own, 6);
    expect({ site: await site(), total: await total() }).toEqual(before);
    const rows = await own.selectFrom('blog_post_metrics').select('created_at').execute();
    expect(rows).toHaveLength(moments.length - 1);
  });
});

test('lists of posts are read while the day begins', async ({ own: { db: own } }) => {
  const ctx = await contextAs(own, 'editor');
  await addPost(ctx, { published: 'true' });
  await own.transaction().execute(async (beginning) => {
    await sql`lock table visitor_salt, visits_today, views_today in access exclusive mode`.execute(beginning);
    expect(await listPublishedPosts(ctx, { page: 1 })).toMatchObject({ total: 1 });
    expect(await listPosts(ctx, { page: 1 })).toMatchObject({ total: 1 });
  });
});

test.for([7, 120])('after %i days without anybody, figures are as of today', async (days, { own: quiet }) => {
  const ctx = await contextAs(quiet.db, 'editor');
  const ids = [1, 2, 3].map(async () => (await addPost(ctx, { published: 'true' })).id);
  const views = [];
  for (const [n, id] of (await Promise.all(ids)).entries())
    for (let ago = n; ago < 130; ago += 1 + 2 * n)
      views.push({ postId: id, at: new Date(Math.floor(Date.now() / 1000) * 1000 - ago * 86_400_000) });
  await storePastViews(quiet.db, views);
  await letDaysPass(quiet.db, days);
  await beginViewDay(quiet.db);
  expect(await listViewDifferences(quiet.db)).toEqual([]);
  const recorder = createViewRecorder(quiet.db);
  await recorder.record(newView(views[0]?.postId ?? ''));
  expect(await listViewDifferences(quiet.db)).toEqual([]);
});

test.for([5, 40])(
  'views of a clock that was %i days ahead are in every sum',
  async (days, { own: ahead }) => {
    const { id } = await addPost(await contextAs(ahead.db, 'editor'), { published: 'true' });
    const order = { column: 'total', direction: 'desc' } as const;
    const counts = () => listPostStats(ahead.db, order, { limit: 20, offset: 0 });
    const recorder = createViewRecorder(ahead.db);
    await recorder.record(newView(id));
    await recorder.record(newView(id));

    // The clock is set back.
    await letDaysPass(ahead.db, -days);
    await recorder.record(newView(id));
    expect(await listViewDifferences(ahead.db)).toEqual([]);
    expect(await counts()).toMatchObject([{ views: { total: 3, today: 3, week: 3, month: 3 } }]);
    expect(await readSiteFigures(ahead.db)).toMatchObject({ today: 3, thisWeek: 3, thisMonth: 3 });
    expect((await listDaysOfPeriod(ahead.db, 7)).at(-1)).toMatchObject({ views: 3, viewsBefore: 0 });
    const named = await listNamedFigures(ahead.db, 7, 10);
    expect(named.filter(({ what }) => what === 'browser')).toMatchObject([{ views: 3 }]);

    // Their day comes; the view in between was days before.
    await letDaysPass(ahead.db, days);
    await beginViewDay(ahead.db);
    expect(await listViewDifferences(ahead.db)).toEqual([]);
    expect(await counts()).toMatchObject([{ views: { today: 2, total: 3 } }]);
  },
);
