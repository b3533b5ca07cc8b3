import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { listMessages } from '#domain/messages/list-messages.ts';
import { test } from '#tests/database.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { newView } from '#tests/views.ts';
import { formatOrigin } from './lead-origin.ts';
import { readLeads } from './leads.ts';
import { createViewRecorder } from './view-recorder.ts';

const november = { since: '2026-11-01', until: '2026-11-30' };

/** Messages of November 10, and one before and one after November. */
async function storeMessages(db: Database, postId: string): Promise<void> {
  await sql`
    insert into messages (kind, name, email, subject, message, industry, business_stage, page, campaign, referrer_host,
      last_post_id, spam_reason, content_hash, text_hash, created_at)
    select case when n % 3 = 0 then 'application' else 'contact' end, 'N', 'n@visitor.test', 'S', n::text, 'I', 'idea',
      case when n % 3 = 0 then '/jv-program' when n % 3 = 1 then '/contact' else '' end,
      case when n % 2 = 0 then 'spring' else '' end, 'host-' || n || '.example',
      case when n % 4 = 0 then ${postId}::uuid end, case when n > 24 then 'links' end, '', '',
      case n when 1 then '2026-10-31 23:59' when 2 then '2026-12-01' else '2026-11-10 12:00' end::timestamptz
    from generate_series(1, 30) n`.execute(db);
}

test('leads by each origin add up to the inbox without spam, and each row opens its own', async ({ db }) => {
  const ctx = await contextAs(db, 'admin');
  const post = await addPost(ctx, { title: 'Two ferries', published: 'true' });
  await storeMessages(db, post.id);
  const { total, groups } = await readLeads(db, november, 8);
  const found = async (from: string) => (await listMessages(ctx, { ...november, from, page: 1 })).found;
  expect(total).toBe(22);
  expect(await found('')).toBe(total);
  for (const { by, rows, other } of groups) {
    expect(rows.reduce((sum, { leads }) => sum + leads, other)).toBe(total);
    for (const { value, leads } of rows) expect(await found(formatOrigin({ by, value }))).toBe(leads);
  }
  expect(groups.map(({ by, other }) => [by, other])).toEqual([
    ['post', 0],
    ['page', 0],
    ['source', 14],
    ['campaign', 0],
  ]);
  expect(groups[0]?.rows).toEqual([
    { value: '', name: '', leads: 16, rate: null },
    { value: post.id, name: 'Two ferries', leads: 6, rate: null },
  ]);
  expect(groups[1]?.rows.map(({ value, leads }) => [value, leads])).toEqual([
    ['/jv-program', 8],
    ['', 7],
    ['/contact', 7],
  ]);
});

test('pages and posts have a rate from 20 visitors of the same days on', async ({ own: { db } }) => {
  const post = await addPost(await contextAs(db, 'editor'), { published: 'true' });
  await storeMessages(db, post.id);
  await sql`update messages set created_at = now()`.execute(db);
  const recorder = createViewRecorder(db, { networkLimits: false });
  const see = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, n) =>
        recorder.record(newView(post.id, { address: '192.0.2.9', agent: String(from + n) })),
      ),
    );
  const { rows } = await sql<{ today: string }>`select current_date as today`.execute(db);
  const today = rows[0]?.today ?? '';
  const setVisitors = (visitors: number) =>
    sql`
    insert into view_days (day, what, name, views, visitors) values (current_date, 'page', '/contact', 99, ${visitors}),
      (current_date - 1, 'page', '/contact', 99, 1000), (current_date, 'page', '', 99, 99)
    on conflict (what, name, day) do update set visitors = excluded.visitors`.execute(db);
  const rates = async () => {
    const { groups } = await readLeads(db, { since: today, until: today }, 8);
    const of = (at: number, value: string) => groups[at]?.rows.find((row) => row.value === value)?.rate;
    return [of(0, post.id), of(1, '/contact'), of(0, ''), of(2, 'host-1.example')];
  };
  await see(0, 19);
  // The same visitors again, later.
  await sql`update visits_today set counted_at = now() - interval '1 hour'`.execute(db);
  await see(0, 19);
  await setVisitors(19);
  expect(await rates()).toEqual([null, null, null, null]);
  await see(19, 20);
  await setVisitors(20);
  expect(await rates()).toEqual([30, 40, null, null]);
});
