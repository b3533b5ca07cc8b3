import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely';
import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { allRows, countRows, firstRow, hasRow, hasWritten, isFound, oneRow } from './outcome.ts';
import { isPublic } from './visibility.ts';

export type PostEmailRow = Selectable<Tables['post_emails']>;

/** Subscribers in these states have got the post, as far as is known. Who waits in a sending that was cancelled has not. */
const hasPost = sql`('sending', 'sent')`;

/** Recipients who are not settled yet. */
export const isOpen = sql`('waiting', 'sending')`;

/** The words of an email beside the post; null: its title as the subject, no introduction. */
export type EmailWords = { subject: string | null; introduction: string | null };

/** Who may get the next email of the newsletter: confirmed, and not suppressed. */
const readers = sql`(select id as subscriber_id, email from subscribers where state = 'confirmed' and not is_suppressed(email))`;

/**
 * Adds a sending of a post.
 * @returns whether it was added: false when the post has a sending of this number already
 */
export function insertPostEmail(trx: Database, email: Insertable<Tables['post_emails']>): Promise<boolean> {
  return isFound(
    trx
      .insertInto('post_emails')
      .values(email)
      .onConflict((conflict) => conflict.columns(['post_id', 'number']).doNothing())
      .returning('id'),
  );
}

/** Number of subscribers who would get a post now, and of those among them who have got it already. */
export function countReaders(db: Database, postId: string) {
  return oneRow<{ subscribers: number; received: number }>(db)`
    select count(*) as subscribers, count(*) filter (where ${received(sql`${postId}::uuid`)}) as received
    from ${readers} a`;
}

function received(postId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from post_email_recipients had
    where had.post_id = ${postId} and had.subscriber_id = a.subscriber_id and had.state in ${hasPost})`;
}

export type PostEmailFigures = Pick<
  PostEmailRow,
  | 'id'
  | 'number'
  | 'state'
  | 'starts_at'
  | 'paused_at'
  | 'pause_reason'
  | 'started_at'
  | 'finished_at'
  | 'recipients'
  | 'subject'
  | 'introduction'
> & {
  sent: number;
  bounced: number;
  unsubscribed: number;
  complained: number;
  /** Refused, but not because of the address. */
  failed: number;
  skipped: number;
  last_error: string | null;
};

/** The sendings of a post, newest first. */
export function listPostEmails(db: Database, postId: string) {
  return allRows<PostEmailFigures>(db)`
    select e.id, e.number, e.state, e.starts_at, e.paused_at, e.pause_reason, e.started_at,
      e.finished_at, e.recipients, e.subject, e.introduction, figures.*
    from post_emails e
    cross join lateral (
      select count(*) filter (where r.state = 'sent') as sent,
        count(*) filter (where r.bounced_at is not null) as bounced,
        count(*) filter (where r.unsubscribed_at is not null) as unsubscribed,
        count(*) filter (where r.complained_at is not null) as complained,
        count(*) filter (where r.state = 'failed' and r.bounced_at is null) as failed,
        count(*) filter (where r.state = 'skipped') as skipped,
        max(r.last_error) filter (where r.state in ${isOpen}) as last_error
      from post_email_recipients r where r.post_email_id = e.id
    ) figures
    where e.post_id = ${postId}
    order by e.number desc limit 100`;
}

export type PostEmailSummary = Pick<
  PostEmailRow,
  'id' | 'state' | 'starts_at' | 'paused_at' | 'finished_at' | 'recipients'
> & { post_id: string; title: string; settled: number };

/** The newest sending of each of these posts; posts without one are not in it. */
export function listPostEmailSummaries(db: Database, postIds: readonly string[]) {
  return listSummaries(db, {
    which: sql`e.post_id = any(${postIds}::uuid[])
      and not exists (select from post_emails later where later.post_id = e.post_id and later.number > e.number)`,
  });
}

/** The sendings that wait, run or are paused, oldest first. */
export function listOpenPostEmails(db: Database, limit: number) {
  return listSummaries(db, {
    which: sql`e.state in ('scheduled', 'sending')`,
    order: sql`order by e.created_at limit ${limit}`,
  });
}

/** Every sending of the posts there are, newest first, and how many there are. */
export async function listSendingRows(db: Database, { limit, offset }: { limit: number; offset: number }) {
  const order = sql`order by e.created_at desc, e.id limit ${limit} offset ${offset}`;
  return {
    rows: await listSummaries(db, { order }),
    found: await countRows(db.selectFrom('post_emails').where('post_id', 'is not', null)),
  };
}

function listSummaries(
  db: Database,
  { which = sql`true`, order = sql`` }: { which?: RawBuilder<unknown>; order?: RawBuilder<unknown> },
) {
  return allRows<PostEmailSummary>(db)`
    select e.id, e.post_id, e.state, e.starts_at, e.paused_at, e.finished_at, e.recipients, p.title, ${settled} as settled
    from post_emails e join blog_posts p on p.id = e.post_id where ${which} ${order}`;
}

/** Recipients whose turn is over. Those who wait are counted: there are few of them when many lists are shown. */
const settled = sql<number>`case when e.state in ('sending', 'cancelled') then e.recipients - (
  select count(*) from post_email_recipients r where r.post_email_id = e.id and r.state in ${isOpen}
) else e.recipients end`;

/** Views of a post that came from the links of its emails. */
export async function countCampaignViews(db: Database, postId: string, campaign: string): Promise<number> {
  const { n } = await oneRow<{ n: number }>(db)`
    select coalesce(sum(views), 0)::bigint as n from view_days
    where what = 'post_campaign' and name = ${`${postId} ${campaign}`}`;
  return n;
}

/** The email of a sending that has started, or of the newest one of a post. */
export function findMail(db: Database, of: { id: string } | { postId: string }) {
  const which = 'id' in of ? sql`id = ${of.id}` : sql`post_id = ${of.postId}`;
  return firstRow<{ subject: string; html: string; text: string }>(db)`
    select subject, html, plain_text as text from post_emails
    where ${which} and html is not null order by number desc limit 1`;
}

/**
 * Stops a sending that waits or runs, until it is continued.
 * @param isForBounces true: bounces do not stop it again after that
 * @returns whether it was one that could be paused
 */
export function pausePostEmail(db: Database, id: string, reason: string | null, isForBounces = false) {
  return hasRow(db, 'writes')`
    update post_emails set paused_at = now(), pause_reason = ${reason?.slice(0, 1_000) ?? null},
      ignores_bounces = ignores_bounces or ${isForBounces}
    where id = ${id} and state in ('scheduled', 'sending') and paused_at is null returning id`;
}

/** Continues a paused sending at once, at the rate of a first email. @returns whether it was paused */
export function continuePostEmail(db: Database, id: string) {
  return hasRow(db, 'writes')`
    update post_emails set paused_at = null, pause_reason = null, rate = default
    where id = ${id} and state in ('scheduled', 'sending') and paused_at is not null returning id`;
}

/**
 * Ends a sending that runs; one that has not started is deleted, as if it had never been there.
 * @returns whether it was one that could be cancelled
 */
export async function cancelPostEmail(trx: Database, id: string): Promise<boolean> {
  const isDeleted = await hasRow(trx, 'writes')`
    delete from post_emails where id = ${id} and state = 'scheduled' returning id`;
  if (isDeleted) return true;
  return hasRow(trx, 'writes')`
    update post_emails set state = 'cancelled', finished_at = now(), paused_at = null, pause_reason = null
    where id = ${id} and state = 'sending' returning id`;
}

/** Other words for a sending that has not started. @returns whether it was one */
export function rewordPostEmail(db: Database, id: string, words: EmailWords): Promise<boolean> {
  return hasWritten(
    db.updateTable('post_emails').set(words).where('id', '=', id).where('state', '=', 'scheduled'),
  );
}

const oneWeek = sql`interval '7 days'`;

/** A start in the future was stored by a clock that was ahead. */
const inLastWeek = sql`between now() - ${oneWeek} and now() + interval '1 minute'`;

/** When subscribers who get an email a week may get another post than this one; null: now. */
export async function findEndOfWeek(db: Database, postId: string): Promise<Date | null> {
  const { ends_at } = await oneRow<{ ends_at: Date | null }>(db)`
    select max(started_at) + ${oneWeek} as ends_at from post_emails
    where post_id is distinct from ${postId}::uuid and recipients > 0 and started_at ${inLastWeek}`;
  return ends_at;
}

/** True for a sending `e` whose time has come, and whose post `p` is public. */
export const mayStart = (isWeekly: boolean) => sql`e.state = 'scheduled' and ${isPublic('p', ['post'])}
  and coalesce(e.starts_at, '-infinity') <= now()
  and not (${isWeekly}::boolean and exists (
    select from post_emails o
    where o.post_id is distinct from e.post_id and o.recipients > 0 and o.started_at ${inLastWeek}))`;

/**
 * Locks the oldest sending whose time has come and whose post is public; no other machine gets it meanwhile.
 * @param isWeekly whether it waits until a week after the emails of another post
 */
export function lockDuePostEmail(trx: Database, isWeekly: boolean) {
  return firstRow<Pick<PostEmailRow, 'id' | 'subject' | 'introduction'> & { post_id: string }>(trx, 'writes')`
    select e.id, e.post_id, e.subject, e.introduction
    from post_emails e join blog_posts p on p.id = e.post_id
    where e.paused_at is null and ${mayStart(isWeekly)}
    order by e.created_at limit 1 for update of e skip locked`;
}

/** How many recipients one statement adds: so many take less than its time limit. */
const recipientsAtOnce = 5_000;

/** Starts a sending: keeps its email, and adds a row for each recipient. */
export async function startPostEmail(
  trx: Database,
  id: string,
  email: { subject: string; html: string; text: string },
): Promise<number> {
  // Who waited in a sending that was cancelled has not got the post.
  await sql`
    update post_email_recipients r set state = 'skipped'
    from post_emails e, post_emails this
    where this.id = ${id} and e.post_id = this.post_id and e.state = 'cancelled'
      and r.post_email_id = e.id and r.state = 'waiting'`.execute(trx);
  let recipients = 0;
  let last: string | null = '00000000-0000-0000-0000-000000000000';
  while (last !== null) {
    const next: { last: string | null; added: number } = await oneRow<typeof next>(trx, 'writes')`
      with next as (
        select a.subscriber_id, a.email from ${readers} a
        where a.subscriber_id > ${last}::uuid
        order by a.subscriber_id limit ${recipientsAtOnce}
      ), added as (
        insert into post_email_recipients (post_email_id, post_id, subscriber_id, email)
        select e.id, e.post_id, a.subscriber_id, a.email
        from post_emails e cross join next a
        where e.id = ${id} and not ${received(sql`e.post_id`)}
        on conflict do nothing returning 1
      )
      select (select subscriber_id from next order by subscriber_id desc limit 1) as last,
        (select count(*) from added) as added`;
    recipients += next.added;
    last = next.last;
  }
  await sql`
    update post_emails set state = 'sending', started_at = now(), subject = ${email.subject},
      html = ${email.html}, plain_text = ${email.text}, recipients = ${recipients}
    where id = ${id}`.execute(trx);
  return recipients;
}
