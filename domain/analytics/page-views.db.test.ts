import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';

import { allRows } from '#db/queries/outcome.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { createCategory } from '#domain/taxonomy/create-term.ts';
import { useDatabase } from '#tests/database.ts';
import { contextAs } from '#tests/factories.ts';
import { letDaysPass, newAddress } from '#tests/views.ts';
import { createUserAgentParser } from './user-agent-parser.ts';
import { getAnalytics } from './get-analytics.ts';
import { incrementView, type SentView } from './increment-view.ts';
import { createViewRecorder } from './view-recorder.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

const { db } = useDatabase();
let ctx: DomainContext;

beforeAll(async () => {
  ctx = await contextAs(db, 'editor');
});
beforeEach(async () => {
  await sql`truncate view_days, views_today, visits_today, visitor_salt`.execute(db);
});

/** A view by a new visitor; every field can be given. */
function view(fields: Partial<SentView> = {}): Promise<void> {
  return incrementView(
    { recorder: createViewRecorder(db), readAgent: createUserAgentParser(), ownHost: '' },
    {
      isPost: false,
      page: '/contact',
      agent: firefox,
      requestAgent: undefined,
      purpose: '',
      isAdministrator: false,
      address: newAddress(),
      ...fields,
    },
  );
}

function sums() {
  return allRows(db)`select name as page, views, visitors from view_days where what = 'page' order by name`;
}

function analytics() {
  return getAnalytics(ctx, { period: 7, order: { column: 'total', direction: 'desc' }, page: 1 });
}

test('a page counts once per visitor in 30 minutes, and its visitors once a day', async () => {
  const address = newAddress();
  await Promise.all([view({ address }), view({ address }), view()]);
  await view({ address });
  await view({ address, page: '/' });
  expect(await sums()).toEqual([
    { page: '/', views: 1, visitors: 1 },
    { page: '/contact', views: 2, visitors: 2 },
  ]);
  await sql`update visits_today set counted_at = now() - interval '30 minutes'`.execute(db);
  await view({ address });
  expect(await sums()).toContainEqual({ page: '/contact', views: 3, visitors: 2 });
});

test('addresses that are no public page do not count', async () => {
  for (const page of [
    '/admin',
    '/blog/category/no-such-category',
    '/blog/tag/no-such-tag',
    '/authors/no-one',
  ])
    await view({ page });
  expect(await sums()).toEqual([]);
});

test('the page of a category counts where there is one', async () => {
  const { slug } = await createCategory(ctx, { name: 'Field notes' });
  await view({ page: `/blog/category/${slug}` });
  expect(await sums()).toEqual([{ page: `/blog/category/${slug}`, views: 1, visitors: 1 }]);
});

test('Analytics lists pages by their views; its cards count posts only', async () => {
  const agents = Array.from({ length: 24 }, (_, n) => `${firefox} (${n})`);
  await Promise.all(agents.map((agent) => view({ agent })));
  await view({ page: '/jv-program' });
  const { figures, named } = await analytics();
  expect(named.map(({ what, name, views }) => [what, name, views])).toEqual([
    ['page', '/contact', 24],
    ['page', '/jv-program', 1],
  ]);
  expect(figures).toMatchObject({ totalViews: 0, today: 0, visitorsToday: 0 });

  await letDaysPass(db, 7);
  expect((await analytics()).named).toEqual([]);
});
