import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** The subject of a report: an email with a post, or else only an address. */
type ReportedEmail = {
  recipientId: string | null;
  email: string;
  /** True if a bounce of this very email was recorded before. */
  isKnown: boolean;
  /** True if the email before it to the same subscriber bounced too; null: there is none, or nothing is known. */
  previousBounced: boolean | null;
};

/**
 * The email that a report is about, and the one before it; locks its row.
 * @param about the id of a recipient, or of a subscriber who was asked to confirm; or an address: the newest email to it
 */
export async function findReportedEmail(trx: Database, about: { recipientId: string } | { email: string }) {
  const isAbout =
    'recipientId' in about
      ? sql`id = ${about.recipientId}`
      : sql`lower(email) = lower(${about.email}) and sent_at is not null`;
  const { rows } = await sql<Omit<ReportedEmail, 'email'> & { email: string | null }>`
    with reported as (
      select id, subscriber_id, email, sent_at, bounce from post_email_recipients
      where ${isAbout} order by sent_at desc nulls last limit 1 for update
    )
    select r.id as "recipientId", r.email, r.bounce is not null as "isKnown", (
      select p.bounce is not null from post_email_recipients p
      where p.subscriber_id = r.subscriber_id and p.sent_at < r.sent_at
      order by p.sent_at desc limit 1
    ) as "previousBounced"
    from reported r`.execute(trx);
  const [row] = rows;
  if (row) return row.email === null ? undefined : { ...row, email: row.email };
  const subscriber =
    'recipientId' in about
      ? await trx
          .selectFrom('subscribers')
          .select('email')
          .where('id', '=', about.recipientId)
          .executeTakeFirst()
      : about;
  return subscriber && { recipientId: null, email: subscriber.email, isKnown: false, previousBounced: null };
}

/** The subscriber with an address, locked until the transaction ends. */
export async function lockSubscriberByEmail(trx: Database, email: string) {
  return trx
    .selectFrom('subscribers')
    .select(['id', 'soft_bounces as softBounces'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
}

/** Notes on an email of ours that it bounced or was complained about. The first report of a kind stays. */
export async function markReported(
  trx: Database,
  recipientId: string,
  report: { kind: 'hard' | 'soft' | 'complaint'; reason: string },
): Promise<void> {
  const reason = report.reason.slice(0, 500).toWellFormed() || null;
  await sql`
    update post_email_recipients set
      bounced_at = case when ${report.kind} = 'hard' then coalesce(bounced_at, now()) else bounced_at end,
      bounce = case when ${report.kind} = 'complaint' then bounce else coalesce(bounce, ${reason}, 'Unknown reason') end,
      complained_at = case when ${report.kind} = 'complaint' then coalesce(complained_at, now()) else complained_at end
    where id = ${recipientId}`.execute(trx);
}

/** Ends the emails to an address at once; the subscription of it, where there is one, says why. */
export async function endEmailsTo(
  trx: Database,
  email: string,
  end: { state: 'bounced' | 'complained'; reason: 'hard-bounce' | 'soft-bounces' | 'complaint' },
): Promise<void> {
  await sql`select suppress_address(${email}, ${end.reason})`.execute(trx);
  await sql`
    update subscribers set state = ${end.state}, stopped_at = now()
    where lower(email) = lower(${email}) and state <> 'complained' and state <> ${end.state}`.execute(trx);
}

export async function setSoftBounces(trx: Database, subscriberId: string, count: number): Promise<void> {
  await trx.updateTable('subscribers').set({ soft_bounces: count }).where('id', '=', subscriberId).execute();
}
