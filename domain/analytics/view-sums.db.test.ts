import { sql } from 'kysely';
import { afterEach, describe, expect } from 'vitest';

import { listSources, sumSiteViews } from '#db/queries/analytics.ts';
import { listViewDifferences } from '#tests/view-differences.ts';
import { rollOverViewDay, dropViewMonthsBefore } from '#db/queries/views.ts';
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
    ['referrer', 'referrerHost', 1000],
    ['campaign', 'campaign', 200],
  ] as const)('of a %s are kept up to a number a day, and the rest is one', async (kind, field, most) => {
    const recorder = createViewRecorder(db);
    const id = await publish();
    const names = Array.from({ length: most + 150 }, (_, n) => `${kind}-${n}.example`);
    await Promise.all(names.map((name) => recorder.record(newView(id, { [field]: name }))));
    // One that is known still counts for itself.
    await recorder.record(newView(id, { [field]: names[0] ?? '' }));
    const { rows } = await sql<{ name: string; views: number }>`
      select name, views from site_daily_sums where kind = ${kind} and name <> ''`.execute(db);
    const views = Object.fromEntries(rows.map((row) => [row.name, row.views]));
    expect(rows.length).toBeLessThanOrEqual(most + 1);
    expect(rows.length).toBeGreaterThan(most - 5);
    expect(views[names[0] ?? '']).toBe(2);
    expect(rows.reduce((sum, row) => sum + row.views, 0)).toBe(most + 151);
    expect(views['(other)']).toBe(most + 151 - 1 - (rows.length - 1));
  });
});

describe.each(['America/Los_Angeles', 'Asia/Tokyo'])('rows that are dropped, in %s', (timeZone) => {
  const { db: own } = useDatabase({ timeZone });

  test('leave their sums', async () => {
    // Around the borders of three months, of which the first is dropped.
    const { id } = await addPost(await contextAs(own, 'editor'), { published: 'true' });
    const moments = [
      '2026-01-15T12:00:00Z',
      '2026-01-31T23:30:00Z',
      '2026-02-01T00:30:00Z',
      '2026-02-01T23:30:00Z',
      '2026-02-02T12:00:00Z',
      '2026-03-01T12:00:00Z',
    ].map((moment) => new Date(moment));
    await storePastViews(
      own,
      moments.map((at) => ({ postId: id, at })),
    );
    const sums = () =>
      own.selectFrom('blog_post_daily_views').select(['day', 'views']).orderBy('day').execute();
    const site = () => own.selectFrom('site_daily_views').select(['day', 'views']).orderBy('day').execute();
    const before = { sums: await sums(), site: await site() };
    expect(before.sums.reduce((sum, { views }) => sum + views, 0)).toBe(6);

    expect(await dropViewMonthsBefore(own, new Date('2026-02-01T00:00:00Z'))).toContain(
      'blog_post_metrics_2026_01',
    );
    expect(await dropViewMonthsBefore(own, new Date('2026-02-01T00:00:00Z'))).toEqual([]);
    expect({ sums: await sums(), site: await site() }).toEqual(before);
    expect(await listViewDifferences(own)).toEqual([]);
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
  await rollOverViewDay(quiet.db);
  expect(await listViewDifferences(quiet.db)).toEqual([]);
  const recorder = createViewRecorder(quiet.db);
  await recorder.record(newView(views[0]?.postId ?? ''));
  expect(await listViewDifferences(quiet.db)).toEqual([]);
});

test.for([5, 40])(
  'views of a clock that was %i days ahead are in every sum',
  async (days, { own: ahead }) => {
    const { id } = await addPost(await contextAs(ahead.db, 'editor'), { published: 'true' });
    const counts = () =>
      ahead.db.selectFrom('blog_post_view_counts').selectAll().where('post_id', '=', id).executeTakeFirst();
    const recorder = createViewRecorder(ahead.db);
    await recorder.record(newView(id));
    await recorder.record(newView(id));

    // The clock is set back.
    await letDaysPass(ahead.db, -days);
    await recorder.record(newView(id));
    expect(await listViewDifferences(ahead.db)).toEqual([]);
    const all = {
      views_today: 3,
      views_this_week: 3,
      views_this_month: 3,
      views_7_days: 3,
      views_90_days: 3,
    };
    expect(await counts()).toMatchObject({ ...all, total_views: 3 });
    expect(await sumSiteViews(ahead.db)).toMatchObject({ today: 3, thisWeek: 3, thisMonth: 3 });
    const sources = await listSources(ahead.db, 7, 10);
    expect(sources.filter(({ kind }) => kind === 'browser')).toMatchObject([{ views: 3 }]);

    // Their day comes; the view in between was days before.
    await letDaysPass(ahead.db, days);
    await rollOverViewDay(ahead.db);
    expect(await listViewDifferences(ahead.db)).toEqual([]);
    expect(await counts()).toMatchObject({ views_today: 2, total_views: 3 });
  },
);
