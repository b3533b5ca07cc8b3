import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { mayDelete } from './clock.ts';
import { firstRow, hasRow } from './outcome.ts';

/** At most `maxAttempts` within any `seconds` under this key. */
type AttemptLimit = { key: Buffer; maxAttempts: number; seconds: number };

/**
 * Counts one attempt, if the limit allows it: one statement, so that of concurrent attempts no more than `maxAttempts`
 * pass, on any number of instances.
 * @returns null when it was counted, else the seconds until the next attempt is possible.
 */
export async function takeAttempt(
  db: Database,
  { key, maxAttempts, seconds }: AttemptLimit,
): Promise<number | null> {
  const window = sql`make_interval(secs => ${seconds})`;
  // One in the future was counted by a clock that was ahead.
  const isRecent = sql`t > now() - ${window} and t < now() + interval '1 minute'`;
  const recent = sql`(select array_agg(t order by t) from unnest(a.made_at) t where ${isRecent})`;
  const isTaken = await hasRow(db, 'writes')`
    insert into attempts as a (key, made_at, ends_at) values (${key}, array[now()], now() + ${window})
    on conflict (key) do update
      set made_at = array_append(${recent}, now()), ends_at = now() + ${window}
      where coalesce(cardinality(${recent}), 0) < ${maxAttempts}
    returning key`;
  if (isTaken) return null;

  const blocked = await firstRow<{ wait: number }>(db)`
    select ceil(extract(epoch from min(t) + ${window} - now()))::int as wait
    from attempts a, unnest(a.made_at) t where a.key = ${key} and ${isRecent}`;
  return Math.max(1, blocked?.wait ?? 1);
}

/**
 * Removes the latest attempt under each key. The rows are locked in the order of `keys`, which must be the order in which
 * they were counted, so that two transactions cannot deadlock.
 */
export async function takeBackAttempts(db: Database, keys: readonly Buffer[]): Promise<void> {
  await sql`
    with locked as materialized (
      select key from attempts where key = any(${keys}) order by array_position(${keys}::bytea[], key) for update
    )
    update attempts set made_at = made_at[1:cardinality(made_at) - 1]
    where key in (select key from locked) and cardinality(made_at) > 0`.execute(db);
}

export async function deleteAttempts(db: Database, key: Buffer): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute();
}

/** Deletes expired attempts, except rows that another transaction holds: the next call deletes those. */
export async function deleteOldAttempts(db: Database): Promise<void> {
  await sql`
    delete from attempts where key in (
      select key from attempts where ends_at < now() and ${mayDelete()} for update skip locked
    )`.execute(db);
}
