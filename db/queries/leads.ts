import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { LeadOrigin } from './inbox.ts';
import { allRows, hasWritten } from './outcome.ts';

export type LeadFigures = {
  /** `all`: the one row with all leads. */
  by: LeadOrigin['by'] | 'all';
  /** '' for unknown. */
  value: string;
  /** The id of a post. */
  title: string | null;
  leads: number;
  /** Visitors of the post or page, counted once a day; null where they are not counted. */
  visitors: number | null;
};

/**
 * Messages and applications without spam of some days, both included, by each thing that is known of their origin: of
 * each, the values with the most.
 */
export function listLeadFigures(
  db: Database,
  { since, until }: { since: string; until: string },
  limit: number,
) {
  return allRows<LeadFigures>(db)`
    with sums as (
      select
        case
          when grouping(last_post_id) = 0 then 'post' when grouping(page) = 0 then 'page'
          when grouping(referrer_host) = 0 then 'source' when grouping(campaign) = 0 then 'campaign' else 'all'
        end as origin,
        coalesce(last_post_id::text, page, referrer_host, campaign, '') as value, count(*)::int as leads
      from messages
      where folder = 'inbox' and created_at >= ${since}::date and created_at < ${until}::date + 1
      group by grouping sets ((last_post_id), (page), (referrer_host), (campaign), ())
    ), ranked as (
      select *, row_number() over (partition by origin order by leads desc, value) as place from sums
    )
    select r.origin as by, r.value, p.title, r.leads, (
      select sum(visitors) from view_days d
      where d.what = r.origin and d.name = r.value and d.day between ${since}::date and ${until}::date
    )::int as visitors
    from ranked r
    left join blog_posts p on p.id = case when r.origin = 'post' then nullif(r.value, '')::uuid end
    where r.place <= ${sql.lit(limit)}
    order by r.origin, r.place`;
}

/** The Monday whose weekly email is the last one due: it is due at 8:00 in the zone of the session. */
function dueMonday(now: Date) {
  return sql<string>`date_trunc('week', ${now}::timestamptz::timestamp - interval '8 hours')::date`;
}

/**
 * Administrators who want the weekly email about leads and have not got this week's. Each is returned to one caller only,
 * if its transaction commits.
 */
export function claimWeeklyLeads(trx: Database, now: Date, roles: readonly string[]) {
  return allRows<{ email: string; monday: string }>(trx, 'writes')`
    update admin_users a set leads_emailed_for = due.monday
    from users u, (select ${dueMonday(now)} as monday) due
    where u.id = a.user_id and a.leads_emailed_for <> due.monday and a.role = any(${roles})
    returning u.email, due.monday`;
}

/** The first email is that of the next Monday. @returns whether that is a change. */
export function updateWantsLeads(db: Database, userId: string, wants: boolean, now: Date): Promise<boolean> {
  return hasWritten(
    db
      .updateTable('admin_users')
      .set({ leads_emailed_for: wants ? dueMonday(now) : null })
      .where('user_id', '=', userId)
      .where('leads_emailed_for', wants ? 'is' : 'is not', null),
  );
}
