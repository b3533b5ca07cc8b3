import { sql, type Insertable, type Selectable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { mayDelete } from './clock.ts';
import { countWritten, oneRow } from './outcome.ts';

export async function insertActivities(
  db: Database,
  entries: readonly Insertable<Tables['activity']>[],
): Promise<void> {
  if (entries.length > 0) await db.insertInto('activity').values(entries).execute();
}

/** Deletes up to `limit` of the oldest entries that are older than `days`. @returns how many. */
export async function deleteOldActivityRows(trx: Database, days: number, limit: number): Promise<number> {
  // The table refuses every other deletion.
  const { before } = await oneRow<{ before: string }>(trx)`
    select set_config('anyforge.delete_activity_before', (now() - make_interval(days => ${days}))::text, true) as before`;
  const oldest = trx
    .selectFrom('activity')
    .select('id')
    .where('created_at', '<', sql<Date>`${before}::timestamptz`)
    .where(mayDelete());
  return countWritten(
    trx.deleteFrom('activity').where('id', 'in', oldest.orderBy('created_at').limit(limit)),
  );
}

type ActivityRow = Selectable<Tables['activity']>;

type ActivityFilter = {
  action: string | null;
  /** An email address: of who did it. */
  who: string | null;
  /** Days, both included, in the session's time zone: YYYY-MM-DD. */
  from: string | null;
  to: string | null;
};

/** A piece of the log, newest first, from just before an entry (or just after one, to walk back). */
export async function listActivityRows(
  db: Database,
  filter: ActivityFilter,
  from: { before: number } | { after: number } | null,
  limit: number,
): Promise<ActivityRow[]> {
  const isBackwards = from !== null && 'after' in from;
  let query = db
    .selectFrom('activity')
    .selectAll()
    .orderBy('id', isBackwards ? 'asc' : 'desc')
    .limit(limit);
  if (filter.action !== null) query = query.where('action', '=', filter.action);
  if (filter.who !== null) query = query.where('actor_email', '=', filter.who);
  if (filter.from !== null) query = query.where('created_at', '>=', sql<Date>`${filter.from}::date`);
  if (filter.to !== null) query = query.where('created_at', '<', sql<Date>`${filter.to}::date + 1`);
  if (from !== null && 'before' in from) query = query.where('id', '<', from.before);
  if (from !== null && 'after' in from) query = query.where('id', '>', from.after);
  const rows = await query.execute();
  return isBackwards ? rows.toReversed() : rows;
}

/** Who may be asked for: everybody with a role now. Those who left are found by typing their address. */
export async function listActivityPeople(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('admin_users as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select('u.email')
    .orderBy('a.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ email }) => email);
}
