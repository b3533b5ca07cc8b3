import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { MessageRow } from '#db/tables.ts';
import { isFound } from './outcome.ts';

type Learned = NonNullable<MessageRow['learned_as']>;

/** The counts of these signs. */
export function listSpamCounts(db: Database, signs: readonly number[]) {
  return db
    .selectFrom('spam_counts')
    .selectAll()
    .where(sql<boolean>`sign = any(${signs}::bigint[])`)
    .execute();
}

/**
 * Counts a message with these signs once more, or once less. The first sign is locked first: who always names the same one
 * there never waits for another in a circle, however many messages a transaction counts.
 */
export async function addSpamCounts(
  trx: Database,
  signs: readonly number[],
  as: Learned,
  by: 1 | -1,
): Promise<void> {
  const column = sql.ref(as);
  await sql`
    insert into spam_counts as c (sign, ${column})
    select sign, ${Math.max(by, 0)} from unnest(${signs}::bigint[]) with ordinality s (sign, place) order by place
    on conflict (sign) do update set ${column} = greatest(c.${column} + ${by}, 0)`.execute(trx);
  await trx.deleteFrom('spam_counts').where('spam', '=', 0).where('genuine', '=', 0).execute();
}

/** A message that was left in the inbox and does not count yet, those that were read first; undefined where there is none. */
export function findUnlearned(trx: Database) {
  return trx
    .selectFrom('messages')
    .selectAll()
    .where('folder', '=', 'inbox')
    .where('learned_as', 'is', null)
    .orderBy(sql`read_at is null`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** True if a message of this sender is in the inbox. */
export function isKnownSender(db: Database, email: string): Promise<boolean> {
  const same = sql<boolean>`lower(email) = ${email.toLowerCase()}`;
  return isFound(db.selectFrom('messages').select('id').where(same).where('folder', '=', 'inbox').limit(1));
}
