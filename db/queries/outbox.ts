import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Email } from '#db/column-types.ts';
import { firstRow, hasRow, oneRow } from './outcome.ts';

export type { Email };

/** An entry of the outbox: a message of a visitor, or an email. `createdAt`: when it was enqueued. */
export type OutboxEntry = {
  id: string;
  messageId: string | null;
  email: Email | null;
  /** Number of attempts, including the running one. */
  attempts: number;
  createdAt: Date;
  /** The email is useless from then on. */
  expiresAt: Date | null;
};

/** Adds an entry, in the transaction of its cause. */
export async function insertOutboxEntry(
  trx: Database,
  content: { messageId: string } | { email: Email },
  { id, minutes }: { id?: string; minutes?: number } = {},
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      ...(id === undefined ? {} : { id }),
      ...('messageId' in content ? { message_id: content.messageId } : { email: content.email }),
      ...(minutes === undefined ? {} : { expires_at: sql<Date>`now() + make_interval(mins => ${minutes})` }),
    })
    .execute();
}

/**
 * Claims the entry that has waited longest: no other worker gets it for so many seconds, and if this worker ends, another
 * one does afterwards. Clears the error of the attempt before.
 */
export function claimOutboxEntry(db: Database, seconds: number) {
  return firstRow<OutboxEntry>(db, 'writes')`
    update outbox set tries = tries + 1, last_error = null, is_server_unavailable = false,
      next_try_at = now() + make_interval(secs => ${seconds})
    where id = (
      select id from outbox
      where sent_at is null and given_up_at is null and next_try_at <= now()
      order by next_try_at limit 1 for update skip locked
    )
    returning id, message_id as "messageId", email, tries as attempts, created_at as "createdAt", expires_at as "expiresAt"`;
}

/** Extends the lease of this worker to so many seconds from now; with none it ends, and another worker can claim the entry. */
export async function extendLease(
  db: Database,
  entry: Pick<OutboxEntry, 'id' | 'attempts'>,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_try_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where(isClaimed(entry))
    .execute();
}

/** An entry in the state in which a worker claimed it: no other worker has claimed or delivered it since. */
function isClaimed({ id, attempts }: Pick<OutboxEntry, 'id' | 'attempts'>) {
  return sql<boolean>`id = ${id} and tries = ${attempts}
    and last_error is null and sent_at is null and given_up_at is null`;
}

/** Marks an entry as delivered and deletes the text of its email. */
export async function markSent(db: Database, id: string): Promise<void> {
  await sql`
    update outbox set sent_at = now(), last_error = null,
      email = case when email is null then null
        else jsonb_build_object('to', email -> 'to', 'subject', email -> 'subject') end
    where id = ${id}
  `.execute(db);
}

/**
 * Stores a failed attempt. An entry that another worker has claimed since stays unchanged.
 * @param failure.nextAttemptAt null: no automatic retry.
 * @param failure.isServerUnavailable no mail server could be reached.
 */
export async function markFailed(
  db: Database,
  entry: Pick<OutboxEntry, 'id' | 'attempts'>,
  failure: { error: string; nextAttemptAt: Date | null; isServerUnavailable: boolean },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      last_error: failure.error.slice(0, 500).toWellFormed(),
      is_server_unavailable: failure.isServerUnavailable,
      ...(failure.nextAttemptAt ? { next_try_at: failure.nextAttemptAt } : { given_up_at: sql<Date>`now()` }),
    })
    .where(isClaimed(entry))
    .execute();
}

/** The mail server is available again: entries that wait because it was not are due at once, the oldest first. */
export async function retryNowAfterOutage(db: Database): Promise<void> {
  await sql`
    update outbox set next_try_at = created_at
    where is_server_unavailable and sent_at is null and given_up_at is null
    and next_try_at > now()`.execute(db);
}

/** Number of waiting entries, of those among them whose last attempt failed, and the time of the oldest. */
export function measureOutbox(db: Database) {
  return oneRow<{ waiting: number; failing: number; oldest: Date | null; givenUp: number }>(db)`
    select count(*) filter (where given_up_at is null) as waiting,
      count(*) filter (where given_up_at is null and last_error is not null) as failing,
      min(created_at) filter (where given_up_at is null) as oldest,
      count(*) filter (where given_up_at is not null) as "givenUp"
    from outbox where sent_at is null`;
}

/** Whether an entry waits for a worker at this moment. */
export function isOutboxDue(db: Database) {
  return hasRow(db)`
    select from outbox where sent_at is null and given_up_at is null and next_try_at <= now() limit 1`;
}

/** How many messages were given up, or have been waiting for more than an hour. */
export async function countUndelivered(db: Database): Promise<number> {
  const { n } = await oneRow<{ n: number }>(db)`
    select count(*) as n from outbox
    where message_id is not null and sent_at is null
      and (given_up_at is not null or created_at < now() - interval '1 hour')
      and not exists (
        select from outbox later
        where later.message_id = outbox.message_id and later.created_at > outbox.created_at
      )`;
  return n;
}

/**
 * Makes the waiting entry of a message due at once; a running attempt (without an error yet) stays unchanged.
 * @returns whether there is one
 */
export function retryMessageNow(db: Database, messageId: string) {
  return hasRow(db, 'writes')`
    update outbox set next_try_at = case when last_error is null then next_try_at else least(next_try_at, now()) end
    where message_id = ${messageId} and sent_at is null and given_up_at is null returning id`;
}

/** Deletes the waiting entry of a message. */
export async function withdrawMessage(db: Database, messageId: string): Promise<void> {
  await db.deleteFrom('outbox').where('message_id', '=', messageId).where('sent_at', 'is', null).execute();
}

/** Deletes emails to an address, sent or not. */
export async function deleteEmailsTo(db: Database, email: string): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where(sql<string>`lower(email ->> 'to')`, '=', email)
    .execute();
}

/** Deletes emails that were sent or abandoned more than so many days ago; entries of messages stay. */
export async function deleteOldEmails(db: Database, days: number): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('message_id', 'is', null)
    .where(sql<Date>`coalesce(sent_at, given_up_at)`, '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute();
}

/** The newest error of an entry that has not been delivered. */
export async function findLastFailure(db: Database): Promise<string | null> {
  const failed = await firstRow<{ last_error: string }>(db)`
    select last_error from outbox where sent_at is null and last_error is not null
    order by next_try_at desc limit 1`;
  return failed?.last_error ?? null;
}
