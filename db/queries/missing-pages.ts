import { sql, type Selectable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { mayDelete } from './clock.ts';
import { containing } from './containing.ts';
import { countRows, countWritten } from './outcome.ts';

/**
 * Adds what a process has seen since it stored last, newest referrers first. Then removes what is beyond `maxRows`:
 * addresses with the fewest visits give way first, and among them those that were not asked for the longest. One
 * transaction at a time, so that there are never more rows.
 */
export async function addMissingPages(
  trx: Database,
  counts: readonly Selectable<Tables['missing_pages']>[],
  maxRows: number,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('missing pages', 0))`.execute(trx);
  await sql`
    insert into missing_pages as m (path, visits, referrers, last_seen_at)
    select path, visits, referrers, last_seen_at
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as given (path text, visits bigint, referrers text[], last_seen_at timestamptz)
    on conflict (path) do update set
      visits = m.visits + excluded.visits,
      referrers = array(
        select one from unnest(excluded.referrers || m.referrers) with ordinality as known (one, place)
        group by one order by min(place) limit 5),
      last_seen_at = greatest(m.last_seen_at, excluded.last_seen_at)`.execute(trx);
  await sql`
    delete from missing_pages where path in (
      select path from missing_pages order by visits desc, last_seen_at desc, path offset ${maxRows}
    )`.execute(trx);
}

export type MissingPageOrder = { column: 'address' | 'visits' | 'seen'; direction: 'asc' | 'desc' };

/** A page of the missing addresses that a search finds, with the number of matches. */
export async function listMissingPageRows(
  db: Database,
  search: string,
  { column, direction }: MissingPageOrder,
  { limit, offset }: { limit: number; offset: number },
) {
  const matches = search === '' ? sql<boolean>`true` : sql<boolean>`path ilike ${containing(search)}`;
  const by = { address: 'path', visits: 'visits', seen: 'last_seen_at' } as const;
  const [rows, found] = await Promise.all([
    db
      .selectFrom('missing_pages')
      .select(['path', 'visits', 'referrers', 'last_seen_at as lastSeenAt'])
      .where(matches)
      .orderBy(by[column], direction)
      .orderBy('last_seen_at', 'desc')
      .orderBy('path')
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(db.selectFrom('missing_pages').where(matches)),
  ]);
  return { rows, found };
}

export async function listMissingPaths(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('missing_pages').select('path').execute();
  return rows.map(({ path }) => path);
}

/** @returns how many of them were there. */
export function deleteMissingPages(db: Database, paths: readonly string[]): Promise<number> {
  return countWritten(
    db.deleteFrom('missing_pages').where('path', '=', sql<string>`any(${[...paths]}::text[])`),
  );
}

/** Deletes those that were not asked for in so many days. @returns how many. */
export function deleteMissingPagesUnseenFor(db: Database, days: number): Promise<number> {
  const isOld = sql<boolean>`last_seen_at < now() - make_interval(days => ${days})`;
  return countWritten(db.deleteFrom('missing_pages').where(isOld).where(mayDelete()));
}
