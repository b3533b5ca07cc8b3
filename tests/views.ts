import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { makeViewMonths, type ViewSource } from '#db/queries/views.ts';
import type { WaitingView } from '#domain/analytics/view-recorder.ts';
import { insertPastViews, rebuildViewSums } from '../scripts/seed/past-views.ts';

const firefox: ViewSource = { referrerHost: '', campaign: '', device: 'desktop', browser: 'Firefox' };

/** A view by a new visitor from a network of its own; every field can be given. */
export function newView(page: string, fields: Partial<WaitingView> = {}): WaitingView {
  return { page, address: newAddress(), agent: randomUUID(), ...firefox, ...fields };
}

/** An IPv6 address in a random /64 of the documentation range. */
export function newAddress(): string {
  const [first, second] = randomUUID().split('-')[0]?.match(/.{4}/g) ?? [];
  return `2001:db8:${first}:${second}::1`;
}

/** Views of other moments (whole seconds), with every sum made of them. */
export async function storePastViews(
  db: Database,
  views: readonly (Partial<ViewSource> & { postId: string; at: Date })[],
): Promise<void> {
  const moments = views.map(({ at }) => at.getTime());
  await makeViewMonths(db, new Date(Math.min(...moments)), new Date());
  await insertPastViews(db, {
    postIds: views.map(({ postId }) => postId),
    seconds: moments.map((milliseconds) => milliseconds / 1000),
    sources: views.map((view) => ({ ...firefox, ...view })),
  });
  await rebuildViewSums(db);
}

const tablesOfDays = [
  'blog_post_daily_views',
  'blog_post_daily_sources',
  'site_daily_views',
  'site_daily_sums',
  'page_daily_views',
];

/** As if everything so far had been days earlier. The clock of the database cannot be moved, so the past is. */
export async function letDaysPass(db: Database, days: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select create_view_months(min(created_at) - make_interval(days => ${days}), now()) from blog_post_metrics
      having count(*) > 0`.execute(trx);
    await sql`update view_calendar set as_of = as_of - ${days}::integer`.execute(trx);
    for (const table of tablesOfDays) {
      // Far away and back again: two days never stand at the same place in between.
      await sql`update ${sql.table(table)} set day = day - 100000`.execute(trx);
      await sql`update ${sql.table(table)} set day = day + 100000 - ${days}::integer`.execute(trx);
    }
    await sql`update blog_post_metrics
      set created_at = created_at - make_interval(days => ${days})`.execute(trx);
    // Weeks and months do not move along.
    await sql`
      update blog_post_view_counts c set views_this_week = n.week, views_this_month = n.month
      from (
        select
          d.post_id,
          coalesce(sum(d.views) filter (where d.day >= date_trunc('week', v.as_of)), 0) as week,
          coalesce(sum(d.views) filter (where d.day >= date_trunc('month', v.as_of)), 0) as month
        from blog_post_daily_views d cross join view_calendar v group by d.post_id
      ) n where n.post_id = c.post_id`.execute(trx);
  });
}
