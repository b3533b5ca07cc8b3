import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { runTransaction } from '#db/transaction.ts';
import { termKinds, termTable, type TermFolders } from './managed-terms.ts';
import { firstRow, oneRow } from './outcome.ts';
import { isPublic, isPublicAt, type KindFolder } from './visibility.ts';

/** Where a view came from and with what; '' where it is not known. */
export type ViewSource = { referrerHost: string; campaign: string; device: string; browser: string };

/** Who viewed: hashes of the visitor and of their network, made with today's salt, hexadecimal. */
export type Viewer = { visitor: string; network: string };

/** A view of which only the database knows whether it counts. `page`: the id of a post, or a path, see `publicPageOf`. */
export type ArrivedView = ViewSource & Viewer & { page: string };

/** Views that are not counted, for reasons seen before the database was asked. */
export type IgnoredViews = { reason: 'bot' | 'prefetch' | 'staff' | 'hidden'; views: number };

/** The numbers by which the database decides whether a view counts. */
export type ViewRules = {
  /** A further view of the same page by the same visitor within so many minutes is a repeat. */
  repeatMinutes: number;
  /** Different names in a day; further ones are counted as `(other)`. */
  maxReferrers: number;
  maxCampaigns: number;
  /** Of one network in a day: views of one page, and names that it is the first to use. Null: no limits. */
  network: { maxViews: number; maxReferrers: number; maxCampaigns: number } | null;
};

/** Which paths are those of public pages. */
export type CountedPages = {
  /** Paths that exist without a row. */
  builtInPages: readonly string[];
  /** Of categories, tags and authors. */
  terms: TermFolders;
  /** Of the kinds of posts whose views are counted by path. */
  folders: readonly KindFolder[];
};

/**
 * Counts those of the arrived views that the rules let count, of pages that are there and public. The rows, all sums and
 * the ignored views are written by one statement: all of it or nothing. Ignored views of paths are not recorded.
 * @param salt the one that the hashes were made with
 * @returns false when the salt is not today's: nothing was written, `startViewDay` first
 * @throws also `no partition of relation` (23514) when a month has no table yet, see `makeViewMonths`
 */
export async function countViews(
  db: Database,
  salt: Buffer,
  arrived: readonly ArrivedView[],
  { ignored, rules, pages }: { ignored: readonly IgnoredViews[]; rules: ViewRules; pages: CountedPages },
): Promise<boolean> {
  const { builtInPages, folders, terms } = pages;
  const ofTerms = termKinds.map(
    (kind) => sql`when page like ${`${terms[kind]}/%`} then exists (
      select from ${termTable(kind)} where slug = substr(page, ${terms[kind].length + 2}::int)
    )`,
  );
  const column = (name: keyof ArrivedView) => arrayLiteral(arrived.map((view) => view[name]));
  const ofPosts = arrived.filter(({ page }) => !page.startsWith('/')).length;
  const { is_counted } = await oneRow<{ is_counted: boolean }>(db, 'writes')`
    with visible as materialized (
      select * from unnest(
        ${column('page')}::text[], ${column('visitor')}::text[], ${column('network')}::text[],
        ${column('referrerHost')}::text[], ${column('campaign')}::text[], ${column('device')}::text[],
        ${column('browser')}::text[]
      ) as v (page, visitor, network, referrer_host, campaign, device, browser)
      where case
        when page not like '/%' then exists (
          select from blog_posts p where p.id = page::uuid and ${isPublic('p', ['post'])}
        )
        ${sql.join(ofTerms, sql` `)}
        else page = any(${arrayLiteral(builtInPages)}::text[]) or exists (
          select from blog_posts p where p.slug = substring(page from '[^/]*$') and ${isPublicAt(sql`page`, folders)}
        )
      end
    )
    select count_views(
      ${salt}, ${JSON.stringify(rules)}::jsonb, array_agg(page), array_agg(decode(visitor, 'hex')),
      array_agg(decode(network, 'hex')), array_agg(referrer_host), array_agg(campaign), array_agg(device),
      array_agg(browser),
      ${arrayLiteral(ignored.map(({ reason }) => reason))}::text[] || 'hidden'::text,
      ${arrayLiteral(ignored.map(({ views }) => views))}::integer[]
        || (${ofPosts}::integer - count(*) filter (where page not like '/%')::integer)
    ) as is_counted
    from visible`;
  return is_counted;
}

/**
 * Moves the calendar to the database's today, in the zone of the session: yesterday's visitors are deleted, and the
 * figures are as of today.
 * @returns today
 */
export async function rollOverViewDay(db: Database): Promise<string> {
  const calendar = await oneRow<{ today: string; has_begun: boolean }>(db)`
    select current_date as today, as_of = current_date as has_begun from view_calendar`;
  if (calendar.has_begun) return calendar.today;
  return runTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    const begun = await oneRow<{ today: string }>(
      trx,
      'writes',
    )`select roll_over_view_day(), current_date as today`;
    return begun.today;
  });
}

/**
 * Begins the day where that is still to be done.
 * @param proposed becomes the salt of today's visitors where there is none yet.
 * @returns the salt of today, the same for every instance.
 */
export async function startViewDay(db: Database, proposed: Buffer): Promise<Buffer> {
  await rollOverViewDay(db);
  await sql`insert into visitor_salt (salt) values (${proposed}) on conflict do nothing`.execute(db);
  const today = await firstRow<{ salt: Buffer }>(db)`select salt from visitor_salt`;
  // Midnight came between two statements.
  return today?.salt ?? startViewDay(db, proposed);
}

/**
 * Views wait until this transaction ends. The first statement of whatever deletes posts: counting locks the calendar
 * first and then the posts, so every transaction that locks both must use this order.
 */
export async function lockViewCounting(trx: Database): Promise<void> {
  await trx.selectFrom('view_calendar').select('as_of').forUpdate().execute();
}

/** Makes the tables of the months between two moments, where they are missing. */
export async function makeViewMonths(db: Database, first: Date, last: Date): Promise<void> {
  await sql`select create_view_months(${first}, ${last})`.execute(db);
}

/** Drops the rows of the months that were over at a moment. Sums stay. @returns the names of the tables dropped. */
export async function dropViewMonthsBefore(db: Database, moment: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select drop_view_months_before(${moment}) as name`.execute(db);
  return rows.map(({ name }) => name);
}

/** All views there have been, of the posts there are. */
export async function countAllViews(db: Database): Promise<number> {
  const { views } = await db
    .selectFrom('blog_post_view_counts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('total_views'), sql<number>`0`).as('views'))
    .executeTakeFirstOrThrow();
  return Number(views);
}

/** A PostgreSQL array: the same as the driver makes, in a tenth of its time. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.map((value) => `"${String(value).replaceAll(special, '\\$&')}"`).join(',')}}`;
}

const special = /["\\]/g;
