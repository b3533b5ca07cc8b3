import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Database } from '#db/client.ts';
import { listViewDifferences } from '#tests/view-differences.ts';
import type { Actor } from '#domain/core/context.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { getDashboard } from '#domain/dashboard/get-dashboard.ts';
import { deletePosts } from '#domain/posts/delete-posts.ts';
import { listPosts } from '#domain/posts/list-posts.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import { useDatabase } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { letDaysPass, newView, storePastViews } from '#tests/views.ts';
import { getAnalytics, type AnalyticsQuery } from './get-analytics.ts';
import { daysBefore } from './periods.ts';
import { createViewRecorder } from './view-recorder.ts';

let db: Database;
let ctx: DomainContext & { actor: Actor };

/** For the tests of a `describe`. */
function inSite(timeZone: string): void {
  const own = useDatabase({ timeZone });
  beforeAll(async () => {
    db = own.db;
    ctx = await contextAs(db, 'editor');
  });
}
/** The figures are those of a whole site, so every test has it to itself. */
afterEach(async () => {
  expect(await listViewDifferences(db)).toEqual([]);
  await sql`delete from blog_posts`.execute(db);
  await sql`delete from blog_categories`.execute(db);
  await sql`truncate view_days, views_today, visits_today, visitor_salt`.execute(db);
});

async function post(fields: Record<string, unknown> = {}): Promise<string> {
  return (await addPost(ctx, { published: 'true', ...fields })).id;
}

function analytics(query: Partial<AnalyticsQuery> = {}) {
  return getAnalytics(ctx, { period: 30, order: { column: 'total', direction: 'desc' }, page: 1, ...query });
}

async function today(): Promise<string> {
  const { rows } = await sql<{ day: string }>`select current_date as day`.execute(db);
  return rows[0]?.day ?? '';
}

/** The first moment of a day of the site. */
async function midnight(day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${day}::date::timestamptz as at`.execute(db);
  return rows[0]?.at ?? new Date(Number.NaN);
}

const daysAgo = async (days: number): Promise<Date> => midnight(daysBefore(await today(), days));

describe.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('in %s', (timeZone) => {
  inSite(timeZone);

  test('today, this week and this month begin at midnight of the site and are the same on every screen', async () => {
    const id = await post();
    const day = await today();
    const monday = daysBefore(day, (new Date(day).getUTCDay() + 6) % 7);
    const first = `${day.slice(0, 8)}01`;
    const [dayStart, weekStart, monthStart] = await Promise.all([day, monday, first].map(midnight));
    if (!dayStart || !weekStart || !monthStart) throw new Error('Three days begin.');
    const moments = [dayStart, weekStart, monthStart].flatMap((start) => [
      start,
      new Date(start.getTime() - 1000),
    ]);
    await storePastViews(
      db,
      moments.map((at) => ({ postId: id, at })),
    );
    const since = (start: Date) => moments.filter((at) => at >= start).length;
    const calendar = { today: since(dayStart), thisWeek: since(weekStart), thisMonth: since(monthStart) };
    const { today: views, thisWeek: week, thisMonth: month } = calendar;

    const { figures, posts, days } = await analytics();
    expect(figures).toMatchObject({ ...calendar, totalViews: 6 });
    expect(posts.items).toMatchObject([{ views: { today: views, week, month, total: 6 } }]);
    expect(days.at(-1)).toMatchObject({ day, views });
    expect((await getDashboard(ctx, () => {})).views).toEqual({ today: views, total: 6 });
    const { items } = await listPosts(ctx, { page: 1 });
    expect(items).toMatchObject([{ totalViews: 6, viewsToday: views }]);
  });
});

describe('of a site in UTC', () => {
  inSite('UTC');

  describe('the figures', () => {
    test('of a site without posts are nothing, for every day of the period', async () => {
      const { figures, days, posts, leads, ...lists } = await analytics({ period: 7 });
      expect(Object.values(figures)).toEqual(Object.values(figures).map(() => 0));
      expect(days).toHaveLength(7);
      expect(days.every(({ views, viewsBefore }) => views === 0 && viewsBefore === 0)).toBe(true);
      expect(posts).toEqual({ items: [], page: 1, pages: 1, total: 0 });
      expect(lists).toEqual({ topPosts: [], categories: [], named: [] });
      expect(leads.total).toBe(0);
      expect(leads.groups.flatMap(({ rows }) => rows)).toEqual([]);
    });

    test('of drafts are in the total, not in the average, the top lists or the categories', async () => {
      const category = await createCategory(ctx, { name: 'Field notes' });
      const [read, quiet, draft] = [
        await post({ categoryId: category.id, featured: 'true' }),
        await post(),
        await post({ categoryId: category.id }),
      ];
      const at = await daysAgo(1);
      const views = [...Array.from({ length: 5 }, () => read), ...Array.from({ length: 4 }, () => draft)];
      await storePastViews(
        db,
        views.map((postId) => ({ postId, at })),
      );
      await sql`update blog_posts set published = false where id = ${draft}`.execute(db);
      const { figures, topPosts, categories, posts } = await analytics();
      expect(figures).toMatchObject({ totalViews: 9, posts: 3, published: 2, featured: 1, averageViews: 3 });
      expect(topPosts).toMatchObject([{ id: read, views: { 30: 5, total: 5 } }]);
      expect(categories).toEqual([
        { name: 'Field notes', posts: 1, totalViews: 5, views: 5 },
        { name: 'Uncategorized', posts: 1, totalViews: 0, views: 0 },
      ]);
      expect(new Set(posts.items.map(({ id }) => id))).toEqual(new Set([read, draft, quiet]));
    });

    test('of a deleted post are gone from all of them', async () => {
      const [kept, gone] = [await post(), await post()];
      const at = await daysAgo(2);
      const referrerHost = 'news.example';
      await storePastViews(db, [
        { postId: kept, at },
        { postId: gone, at, referrerHost },
        { postId: gone, at, referrerHost },
      ]);
      await deletePosts(ctx, { ids: [gone] });
      const { figures, days, named, posts } = await analytics({ period: 7 });
      expect(figures).toMatchObject({ totalViews: 1, posts: 1 });
      expect(days.map(({ views }) => views)).toEqual([0, 0, 0, 0, 1, 0, 0]);
      expect(named.filter(({ name }) => name === referrerHost)).toEqual([]);
      expect(posts.items).toHaveLength(1);
    });
  });

  describe('the counts', () => {
    test('are as before after a crash of the server, which empties unlogged tables', async () => {
      const ids = [await post(), await post({ featured: 'true' }), await post({ published: 'false' })];
      const recorder = createViewRecorder(db);
      await Promise.all(ids.map((id) => recorder.record(newView(id))));
      await storePastViews(db, [{ postId: ids[0] ?? '', at: await daysAgo(40) }]);
      const before = await analytics();
      expect(before.figures).toMatchObject({ totalViews: 3, published: 2, posts: 3, featured: 1 });
      await sql`truncate visitor_salt, visits_today, views_today`.execute(db);
      expect(await analytics()).toEqual(before);
      await recorder.record(newView(ids[1] ?? ''));
      expect((await analytics()).figures.totalViews).toBe(4);
    });

    test('are right after views, saves and deletions at the same time', async () => {
      const category = await createCategory(ctx, { name: 'Moving' });
      const ids = await Promise.all(Array.from({ length: 6 }, () => post()));
      const recorders = [createViewRecorder(db), createViewRecorder(db)];
      const view = (n: number) => recorders[n % 2]?.record(newView(ids[n % 6] ?? ''));
      const save = (n: number) =>
        sql`update blog_posts set category_id = ${n % 2 ? category.id : null},
        published = ${n % 3 > 0}, featured = ${n % 5 > 0} where id = ${ids[n % 5]}`.execute(db);
      for (let round = 0; round < 8; round += 1) {
        await Promise.all(Array.from({ length: 24 }, (_, n) => (n % 4 === 0 ? save(round + n) : view(n))));
        if (round === 5) await Promise.all([deletePosts(ctx, { ids: [ids[5]] }), view(0), view(5)]);
      }
      // Its posts are uncategorized then.
      await db.deleteFrom('blog_categories').execute();
      const { figures, categories } = await analytics();
      expect(figures.posts).toBe(5);
      expect(categories.map(({ name, posts }) => [name, posts])).toEqual([
        ['Uncategorized', figures.published],
      ]);
    });
  });

  describe('the period', () => {
    test('decides the order of the top posts, ten of them, and of the categories, five of them', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 12; n += 1) {
        const category = n < 6 ? await createCategory(ctx, { name: `Category ${n}` }) : null;
        ids.push(await post({ title: `Post ${n}`, categoryId: category?.id ?? '' }));
      }
      const [lately, longAgo] = [await daysAgo(3), await daysAgo(60)];
      // The first posts are read more of late, the last ones were read more long ago.
      await storePastViews(
        db,
        ids.flatMap((postId, n) => [
          ...Array.from({ length: 12 - n }, () => ({ postId, at: lately })),
          ...Array.from({ length: 3 * n }, () => ({ postId, at: longAgo })),
        ]),
      );
      const [week, quarter] = [await analytics({ period: 7 }), await analytics({ period: 90 })];
      expect(week.topPosts.map(({ title }) => title)).toEqual(
        Array.from({ length: 10 }, (_, n) => `Post ${n}`),
      );
      expect(week.topPosts[1]).toMatchObject({ views: { 7: 11, total: 14 } });
      expect(quarter.topPosts[0]).toMatchObject({ title: 'Post 11', views: { 90: 34 } });
      // Those without a category have 6 + 5 + 4 + 3 + 2 + 1 views of late.
      expect(week.categories.map(({ name, views }) => [name, views])).toEqual([
        ['Uncategorized', 21],
        ['Category 0', 12],
        ['Category 1', 11],
        ['Category 2', 10],
        ['Category 3', 9],
      ]);
    });

    test.each([7, 90] as const)('of %i days begins with the first, today included', async (period) => {
      const id = await post();
      const other = await post();
      const [inside, outside] = [
        await daysAgo(period - 1),
        new Date((await daysAgo(period - 1)).getTime() - 1000),
      ];
      await storePastViews(db, [
        { postId: id, at: inside, referrerHost: 'in.example', campaign: 'in' },
        { postId: id, at: outside, referrerHost: 'out.example' },
        { postId: other, at: outside, referrerHost: 'out.example' },
        { postId: id, at: new Date((await daysAgo(0)).getTime()), referrerHost: 'today.example' },
      ]);
      const { days, named, topPosts, posts } = await analytics({ period });
      expect(days).toHaveLength(period);
      expect(days[0]).toMatchObject({ views: 1, viewsBefore: 0, day: daysBefore(await today(), period - 1) });
      expect(days[0]?.dayBefore).toBe(daysBefore(await today(), 2 * period - 1));
      expect(days.at(-1)).toMatchObject({ views: 1, viewsBefore: 2 });
      const of = (what: string) =>
        named.filter((source) => source.what === what).map(({ name, views }) => [name, views]);
      expect(of('referrer')).toEqual([
        ['in.example', 1],
        ['today.example', 1],
      ]);
      expect(of('campaign')).toEqual([['in', 1]]);
      expect(of('device')).toEqual([['desktop', 2]]);
      expect(topPosts).toMatchObject([{ id, views: { [period]: 2, total: 3 } }]);
      expect(posts.items.find((one) => one.id === id)).toMatchObject({ views: { total: 3 } });
    });
  });

  describe('what was not counted', () => {
    test('is told with its reasons, and visitors of today are told apart', async () => {
      const id = await post();
      const recorder = createViewRecorder(db);
      const view = { page: id, referrerHost: '', campaign: '', device: '', browser: '' };
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.2'])
        await recorder.record({ ...view, address, agent: 'a browser' });
      await Promise.all((['bot', 'bot', 'staff', 'prefetch', 'bot'] as const).map(recorder.record));
      const ignored = async (period: 7 | 30) =>
        (await analytics({ period })).named.filter(({ what }) => what === 'ignored');
      const [most, ...others] = await ignored(7);
      const { figures } = await analytics({ period: 7 });
      expect(figures).toMatchObject({ totalViews: 2, visitorsToday: 2 });
      expect(most).toMatchObject({ name: 'bot', views: 3 });
      expect(others).toMatchObject(['prefetch', 'repeat', 'staff'].map((name) => ({ name, views: 1 })));
      await letDaysPass(db, 7);
      expect(await ignored(7)).toEqual([]);
      expect(await ignored(30)).toHaveLength(4);
    });
  });

  describe('the table of all posts', () => {
    test('is ordered and paged by the server, twenty a page; past the end is the last page', async () => {
      await sql`insert into blog_posts (title, slug, published, published_at)
      select case when n % 2 = 0 then 'post ' else 'Post ' end || lpad(n::text, 2, '0'), 'post-' || n, n % 3 > 0, now() - interval '1 hour'
      from generate_series(1, 45) n`.execute(db);
      const { rows } = await sql<{ id: string }>`select id from blog_posts order by lower(title)`.execute(db);
      const ids = rows.map(({ id }) => id);
      const [now, before] = [await daysAgo(0), await daysAgo(40)];
      // Today the first is read most, in all the last.
      await storePastViews(
        db,
        ids.flatMap((postId, n) => [
          ...Array.from({ length: 45 - n }, () => ({ postId, at: now })),
          ...Array.from({ length: 3 * n }, () => ({ postId, at: before })),
        ]),
      );
      const page = async (query: Partial<AnalyticsQuery>) => {
        const { posts } = await analytics(query);
        return { ...posts, items: posts.items.map(({ id }) => ids.indexOf(id)) };
      };
      const run = (first: number, last: number) =>
        Array.from({ length: Math.abs(last - first) + 1 }, (_, n) => (first < last ? first + n : first - n));

      expect(await page({})).toEqual({ items: run(44, 25), page: 1, pages: 3, total: 45 });
      expect((await page({ page: 3 })).items).toEqual(run(4, 0));
      expect(await page({ page: 4 })).toMatchObject({ page: 3, items: run(4, 0) });
      for (const odd of [0, -1, 1.5, Number.NaN, Infinity]) expect((await page({ page: odd })).page).toBe(1);
      for (const column of ['today', 'week', 'month'] as const) {
        expect((await page({ order: { column, direction: 'desc' } })).items).toEqual(run(0, 19));
        expect((await page({ order: { column, direction: 'asc' } })).items).toEqual(run(44, 25));
      }
      expect((await page({ order: { column: 'total', direction: 'asc' } })).items).toEqual(run(0, 19));
      expect((await page({ order: { column: 'title', direction: 'asc' }, page: 2 })).items).toEqual(
        run(20, 39),
      );
      expect((await page({ order: { column: 'title', direction: 'desc' } })).items).toEqual(run(44, 25));
    });

    test('is searched by title in every order, with % and _ as plain characters', async () => {
      for (const title of ['A calendar', 'CALENDARS', 'Calm', '50% off', 'snake_case']) await post({ title });
      const titles = async (search: string, column: 'title' | 'total' = 'title') => {
        const { posts } = await analytics({ search, order: { column, direction: 'asc' } });
        expect(posts.total).toBe(posts.items.length);
        return posts.items.map(({ title }) => title).toSorted();
      };
      expect(await titles(' calendar ')).toEqual(['A calendar', 'CALENDARS']);
      expect(await titles('ca', 'total')).toEqual(['A calendar', 'CALENDARS', 'Calm', 'snake_case']);
      expect(await titles('%')).toEqual(['50% off']);
      expect(await titles('e_c')).toEqual(['snake_case']);
      expect(await analytics({ search: 'nothing like it', page: 9 })).toMatchObject({
        figures: { posts: 5 },
        posts: { items: [], page: 1, pages: 1, total: 0 },
      });
    });
  });
});
