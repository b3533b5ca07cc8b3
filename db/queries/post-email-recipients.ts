import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import { allRows, countRows, firstRow, hasRow } from './outcome.ts';
import { isPublic } from './visibility.ts';
import { type PostEmailRow, isOpen, mayStart } from './post-emails.ts';

/** Marks sendings as sent that have no recipient left to be emailed. */
export async function finishPostEmails(db: Database): Promise<void> {
  await sql`
    update post_emails e set state = 'sent', finished_at = now(), paused_at = null, pause_reason = null
    where state = 'sending' and not exists (
      select from post_email_recipients r where r.post_email_id = e.id and r.state in ${isOpen})`.execute(db);
}

export type RunningPostEmail = Pick<
  PostEmailRow,
  'id' | 'rate' | 'tried' | 'recipients' | 'ignores_bounces'
> & { isPublic: boolean };

const isDue = sql`r.state in ${isOpen} and (r.next_try_at <= now() or r.next_try_at > now() + interval '1 day')`;

/** The oldest running sending with a recipient who is due. */
export function findRunningPostEmail(db: Database) {
  return firstRow<RunningPostEmail>(db)`
    select e.id, e.rate, e.tried, e.recipients, e.ignores_bounces, coalesce(${isPublic('p', ['post'])}, false) as "isPublic"
    from post_emails e left join blog_posts p on p.id = e.post_id
    where e.state = 'sending' and e.paused_at is null
      and exists (select from post_email_recipients r where r.post_email_id = e.id and ${isDue})
    order by e.started_at, e.id limit 1`;
}

/** Stores how fast emails follow each other, and how many were tried. */
export async function storeProgress(
  db: Database,
  id: string,
  { rate, tried }: { rate: number; tried: number },
): Promise<void> {
  await db.updateTable('post_emails').set({ rate, tried }).where('id', '=', id).execute();
}

/** Recipients of a sending who were refused for good, at once or by a bounce. */
export function countRefused(db: Database, id: string): Promise<number> {
  const isRefused = sql<boolean>`(bounced_at is not null or state = 'failed')`;
  return countRows(db.selectFrom('post_email_recipients').where('post_email_id', '=', id).where(isRefused));
}

/** Recipients of a sending who are due. */
export function listDueRecipients(db: Database, postEmailId: string, limit: number) {
  return allRows<{ id: string; subscriberId: string | null }>(db)`
    select id, subscriber_id as "subscriberId" from post_email_recipients r
    where post_email_id = ${postEmailId} and ${isDue} order by next_try_at limit ${limit}`;
}

/** A recipient who is being emailed; 'skipped': who gets none. */
export type BegunRecipient = {
  id: string;
  state: 'sending' | 'skipped';
  email: string;
  tries: number;
  unclear: number;
};

/**
 * Marks a recipient who is due as being emailed, if the sending still runs: no other process gets them for so many seconds.
 * Committed before the email is handed over. Who ended the subscription since is skipped.
 */
export function beginRecipient(db: Database, id: string, seconds: number) {
  return firstRow<BegunRecipient>(db, 'writes')`
    update post_email_recipients r set
      state = case when r.email is not null and exists (
        select from subscribers s where s.id = r.subscriber_id and s.state = 'confirmed' and not is_suppressed(s.email)
      ) then 'sending' else 'skipped' end,
      tries = r.tries + 1, next_try_at = now() + make_interval(secs => ${seconds})
    from post_emails e
    where r.id = ${id} and ${isDue} and e.id = r.post_email_id and e.state = 'sending' and e.paused_at is null
    returning r.id, r.state, coalesce(r.email, '') as email, r.tries, r.unclear`;
}

/**
 * The mail server took the email, or the recipient gets none of this sending. Also where another process has begun with
 * them since: it must not send it again.
 * @param error why they get none; null: it was taken
 */
export async function settleRecipient(db: Database, id: string, error: string | null = null): Promise<void> {
  await sql`
    update post_email_recipients set state = ${error === null ? 'sent' : 'failed'},
      sent_at = case when ${error === null}::boolean then now() end, last_error = ${errorOf(error)}
    where id = ${id} and state in ${isOpen}`.execute(db);
}

/** The error as it is kept: it may name the address, so one about an erased person is not. */
function errorOf(error: string | null) {
  return sql`case when email is not null then ${error?.slice(0, 500).toWellFormed() ?? null} end`;
}

/** The recipient is emailed later, unless another process has begun since. @param again.isUnclear the email may have arrived */
export async function markRecipientWaiting(
  db: Database,
  id: string,
  again: { tries: number; error: string; at: Date; isUnclear: boolean },
): Promise<void> {
  await sql`
    update post_email_recipients set state = 'waiting', next_try_at = ${again.at},
      last_error = ${errorOf(again.error)},
      unclear = unclear + ${again.isUnclear ? 1 : 0}
    where id = ${id} and tries = ${again.tries} and state = 'sending'`.execute(db);
}

/** True if a sending may start, has a recipient who is due, or has come to its end. */
export function hasDuePostEmails(db: Database, isWeekly: boolean) {
  return hasRow(db)`
    select from post_emails e left join blog_posts p on p.id = e.post_id
    where e.paused_at is null and (${mayStart(isWeekly)} or e.state = 'sending' and (
      exists (select from post_email_recipients r where r.post_email_id = e.id and ${isDue})
      or not exists (select from post_email_recipients r where r.post_email_id = e.id and r.state in ${isOpen})))
    limit 1`;
}

/** Removes the address of a person from every sending, with what mail servers said of it; what still waits is not sent. */
export async function eraseRecipient(trx: Database, email: string): Promise<void> {
  await sql`
    update post_email_recipients
    set email = null, last_error = null, bounce = case when bounce is not null then '' end,
      state = case state when 'waiting' then 'skipped' else state end
    where lower(email) = lower(${email})`.execute(trx);
}
