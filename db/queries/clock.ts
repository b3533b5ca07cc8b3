import { sql, type Updateable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { oneRow } from './outcome.ts';

/**
 * A condition of every statement that deletes what is old: true while the clock can be trusted.
 * @param now of the process, where that decides what is old
 */
export function mayDelete(now?: Date) {
  return now ? sql<boolean>`(select may_delete(${now}))` : sql<boolean>`(select may_delete())`;
}

/** The same for files. */
export async function mayDeleteFiles(db: Database, now?: Date): Promise<boolean> {
  return (await oneRow<{ may: boolean | null }>(db)`select ${mayDelete(now)} as may`).may ?? false;
}

/** The clock that the site trusts, and the moment by the database now. */
export function readClock(db: Database) {
  return db
    .selectFrom('clock')
    .select([
      'newest_at as newestAt',
      'looked_at as lookedAt',
      'jumped_at as jumpedAt',
      'is_alarm as isAlarm',
      sql<Date>`clock_timestamp()`.as('now'),
    ])
    .executeTakeFirstOrThrow();
}

export async function updateClock(db: Database, change: Updateable<Tables['clock']>): Promise<void> {
  await db.updateTable('clock').set(change).execute();
}
