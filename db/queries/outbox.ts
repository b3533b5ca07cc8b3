import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { firstRow, hasRow, oneRow } from './outcome.ts';

/** An email to send. After its delivery the job keeps only `to` and `subject`. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers, never from input. */
  headers?: Record<string, string>;
  /** To which mail servers return it; without one, to the sender. Never from input. */
  returnPath?: string;
};

/** The mail server is available again: deliveries that wait because it was not are due at once, the oldest first. */
export async function retryNowAfterOutage(db: Database): Promise<void> {
  await sql`
    update jobs set run_at = created_at
    where task = 'delivery' and is_server_unavailable and done_at is null and given_up_at is null
    and run_at > now()`.execute(db);
}

/** Number of waiting deliveries, of those among them whose last attempt failed, and the time of the oldest. */
export function measureOutbox(db: Database) {
  return oneRow<{ waiting: number; failing: number; oldest: Date | null; givenUp: number }>(db)`
    select count(*) filter (where given_up_at is null) as waiting,
      count(*) filter (where given_up_at is null and last_error is not null) as failing,
      min(created_at) filter (where given_up_at is null) as oldest,
      count(*) filter (where given_up_at is not null) as "givenUp"
    from jobs where task = 'delivery' and done_at is null`;
}

/**
 * Since when no email has left although some wait for the mail server for minutes; null: emails leave. An attempt that is
 * running has no error.
 */
export async function findStuckSince(db: Database): Promise<Date | null> {
  const { since } = await oneRow<{ since: Date | null }>(db)`
    select case when waiting.since > coalesce(sent.at, '-infinity') then coalesce(sent.at, waiting.since) end as since
    from (select min(created_at) as since from jobs
      where task = 'delivery' and done_at is null and given_up_at is null
        and abs(extract(epoch from now() - created_at)) > 300
        and (is_server_unavailable or (last_error is null and tries > 1))) waiting,
      (select max(done_at) as at from jobs where task = 'delivery' and done_at <= now()) sent`;
  return since;
}

/** True if a delivery waits for a worker at this moment. */
export function isOutboxDue(db: Database) {
  return hasRow(db)`
    select from jobs
    where task = 'delivery' and done_at is null and given_up_at is null and run_at <= now() limit 1`;
}

/** Number of messages that were given up, or have been waiting for more than an hour. */
export async function countUndelivered(db: Database): Promise<number> {
  const { n } = await oneRow<{ n: number }>(db)`
    select count(*) as n from jobs
    where message_id in (select id from messages where folder <> 'deleted') and done_at is null
      and (given_up_at is not null or created_at < now() - interval '1 hour')
      and not exists (
        select from jobs later where later.message_id = jobs.message_id and later.created_at > jobs.created_at
      )`;
  return n;
}

/**
 * Makes the waiting delivery of a message due at once; a running attempt (without an error yet) stays unchanged.
 * @returns whether there is one
 */
export function retryMessageNow(db: Database, messageId: string) {
  return hasRow(db, 'writes')`
    update jobs set run_at = case when last_error is null then run_at else least(run_at, now()) end
    where message_id = ${messageId} and done_at is null and given_up_at is null returning id`;
}

/** True if a message was delivered, or waits for it. */
export function hasDelivery(db: Database, messageId: string) {
  return hasRow(db)`select from jobs where message_id = ${messageId} limit 1`;
}

/** Deletes the waiting delivery of a message. */
export async function withdrawMessage(db: Database, messageId: string): Promise<void> {
  await db.deleteFrom('jobs').where('message_id', '=', messageId).where('done_at', 'is', null).execute();
}

/** Deletes emails to an address, sent or not. */
export async function deleteEmailsTo(db: Database, email: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where(sql<string>`lower(payload ->> 'to')`, '=', email)
    .execute();
}

/** The newest error of a delivery that has not succeeded. */
export async function findLastFailure(db: Database): Promise<string | null> {
  const failed = await firstRow<{ last_error: string }>(db)`
    select last_error from jobs where task = 'delivery' and done_at is null and last_error is not null
    order by run_at desc limit 1`;
  return failed?.last_error ?? null;
}
