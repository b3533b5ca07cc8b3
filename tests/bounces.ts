import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { bounceAddress } from '#domain/newsletter/bounce-address.ts';
import { addSubscriber } from './factories.ts';

/** Signs the bounce addresses of tests. */
export const bounceTestKey = Buffer.alloc(32, 7);

/** A confirmed subscriber with one email; its bounce address. */
export async function emailed(db: Database, name: string): Promise<string> {
  const recipient = await addRecipient(db, await addSubscriber(db, `${name}@x.test`));
  return bounceAddress('bounces@firm.test', recipient, bounceTestKey);
}

/** An email that was sent to a subscriber so many days ago. @returns the id of its recipient */
export async function addRecipient(db: Database, subscriberId: string, days = 0): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with sending as (insert into post_emails (number) values (1) returning id)
    insert into post_email_recipients (post_email_id, post_id, subscriber_id, email, state, sent_at)
    select sending.id, gen_random_uuid(), s.id, s.email, 'sent', now() - make_interval(days => ${days})
    from sending, subscribers s where s.id = ${subscriberId} returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** State and number of soft bounces of every subscriber, by address. */
export async function statesOf(db: Database): Promise<Record<string, string>> {
  const rows = await db.selectFrom('subscribers').select(['email', 'state', 'soft_bounces']).execute();
  return Object.fromEntries(rows.map((row) => [row.email, `${row.state} ${row.soft_bounces}`]));
}

/** As Postfix writes it. */
export function bounceOf(
  to: string,
  status: string,
  { action = 'failed', returned = 'Subject: x\n\nHello' } = {},
): string {
  return `Return-Path: <>
Delivered-To: ${to}
From: MAILER-DAEMON@mx.x.test (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system. I'm sorry.

--b
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.x.test
Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822; ada@x.test
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} <ada@x.test>: no

--b
Content-Type: message/rfc822

${returned}
--b--
`;
}
