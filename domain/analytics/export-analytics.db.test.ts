import { afterEach, beforeEach, expect, test } from 'vitest';

import { rollOverViewDay } from '#db/queries/views.ts';
import type { DomainContext } from '#domain/context.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { storePastViews } from '#tests/views.ts';
import { exportAnalytics } from './export-analytics.ts';
import { daysBefore } from './periods.ts';

let database: OwnDatabase;
let ctx: DomainContext;
let today: string;

beforeEach(async () => {
  database = await createOwnDatabase();
  ctx = await contextAs(database.db, 'editor');
  today = await rollOverViewDay(database.db);
});
afterEach(() => database.drop());

async function post(title: string, fields: Record<string, unknown> = {}): Promise<string> {
  return (await createPost(ctx, newPost({ title, published: 'true', ...fields }))).id;
}

test('every post with its figures; a title is no formula', async () => {
  const long = 'A long title, with "quotes" '.repeat(10).trim();
  const [read] = [await post('=HYPERLINK("https://evil.example")'), await post(long, { slug: 'long' })];
  await post('A draft', { published: 'false' });
  await storePastViews(database.db, [
    { postId: read, at: new Date(`${today}T00:00:00Z`) },
    { postId: read, at: new Date(`${daysBefore(today, 200)}T12:00:00Z`) },
  ]);
  const lines = (await exportAnalytics(ctx, 'posts', 7)).split('\r\n');
  expect(lines[0]).toBe(
    '"Post Title","Slug","Status","Total Views","Today","This Week","This Month","Last 7 days"',
  );
  expect(lines[1]).toBe(
    `"'=HYPERLINK(""https://evil.example"")","hyperlink-https-evil-example","Published",2,1,1,1,1`,
  );
  expect(lines.slice(2).toSorted()).toEqual([
    '',
    '"A draft","a-draft","Draft",0,0,0,0,0',
    `"${long.replaceAll('"', '""')}","long","Published",0,0,0,0,0`,
  ]);
});

test('every day of the period, those without views too', async () => {
  const id = await post('Seen');
  await storePastViews(
    database.db,
    [0, 6, 6, 7].map((days) => ({ postId: id, at: new Date(`${daysBefore(today, days)}T00:00:00Z`) })),
  );
  expect(await exportAnalytics(ctx, 'days', 7)).toBe(
    [
      '"Day","Views"',
      ...[6, 5, 4, 3, 2, 1, 0].map((days) => `"${daysBefore(today, days)}",${{ 6: 2, 0: 1 }[days] ?? 0}`),
      '',
    ].join('\r\n'),
  );
});

test('every source of the period, however many; a campaign is no formula', async () => {
  const id = await post('Seen');
  const at = new Date(`${today}T00:00:00Z`);
  await storePastViews(database.db, [
    ...Array.from({ length: 30 }, (_, n) => ({ postId: id, at, referrerHost: `site-${n}.example` })),
    { postId: id, at, campaign: '=1+1' },
  ]);
  const lines = (await exportAnalytics(ctx, 'sources', 30)).split('\r\n');
  expect(lines[0]).toBe('"Kind","Source","Views"');
  expect(lines.filter((line) => line.startsWith('"referrer","site-'))).toHaveLength(30);
  expect(lines).toContain(`"campaign","'=1+1",1`);
  expect(lines).toContain('"device","desktop",31');
});
