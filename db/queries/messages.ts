import { sql, type Insertable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind, Tables } from '#db/tables.ts';
import { isPublic } from './visibility.ts';
import { countRows, isFound } from './outcome.ts';

/** Locks this content against other transactions that store the same, until the transaction ends. */
export async function lockMessageContent(trx: Database, contentHash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${contentHash.readBigInt64BE().toString()})`.execute(trx);
}

/** True if the same content was stored within so many minutes. */
export function isMessageStored(db: Database, contentHash: Buffer, minutes: number): Promise<boolean> {
  const since = sql<Date>`now() - make_interval(mins => ${minutes})`;
  const same = db.selectFrom('messages').select('id').where('content_hash', '=', contentHash);
  return isFound(same.where('created_at', '>', since).limit(1));
}

/** Number of messages with this text stored in the last `hours` hours, from any sender. */
export function countSameText(db: Database, textHash: Buffer, hours: number): Promise<number> {
  const since = sql<Date>`now() - make_interval(hours => ${hours})`;
  return countRows(
    db.selectFrom('messages').where('text_hash', '=', textHash).where('created_at', '>', since),
  );
}

/** A `last_post_id` that is of no public post of these kinds is left out. @returns the id. */
export async function insertMessage(
  db: Database,
  message: Insertable<Tables['messages']>,
  kinds: readonly PostKind[],
): Promise<string> {
  const { id } = await db
    .insertInto('messages')
    .values({
      ...message,
      // Locked, so that it cannot be deleted before the row refers to it.
      last_post_id: sql<string | null>`(
        select id from blog_posts p where id = ${message.last_post_id ?? null} and ${isPublic('p', kinds)} for key share
      )`,
      spam_since: message.spam_reason ? sql<Date>`now()` : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
