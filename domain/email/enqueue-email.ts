import { createHmac } from 'node:crypto';

import { insertJob } from '#db/queries/jobs.ts';
import type { Email } from '#db/queries/outbox.ts';
import type { Core, InTransaction, Outgoing } from '#domain/core/context.ts';

/**
 * Adds the delivery of an email in the transaction of the change that it reports: it is sent after the commit, and again
 * while the mail server is unavailable. Does nothing where no email is set up.
 * @param options.id of the job, where the email holds a token derived from it.
 * @param options.minutes after which it is not sent any more; 24 hours by default.
 */
export async function enqueueEmail(
  tx: InTransaction<Pick<Core, 'db'> & Outgoing>,
  email: Email,
  options: { id?: string; minutes?: number } = {},
): Promise<void> {
  if (!tx.mail.isSetUp) return;
  await insertJob(tx.db, 'delivery', { ...options, payload: email });
  tx.afterCommit('jobAdded');
}

/**
 * The one-time token in an email, the same at every attempt to deliver it. It is derived from the site's secret, so the
 * email waits in the database without it.
 */
export function tokenOfEmail(secret: string, emailId: string): string {
  return createHmac('sha256', secret).update(`email ${emailId}`).digest('base64url');
}

/** Placeholder in a waiting email where its token will be. */
export const tokenPlace = '{one-time-token}';

export function withToken(email: Email, token: () => string): Email {
  if (!email.text.includes(tokenPlace)) return email;
  const filled = (text: string) => text.replaceAll(tokenPlace, token());
  const headers = Object.entries(email.headers ?? {}).map(([name, value]) => [name, filled(value)]);
  return {
    ...email,
    text: filled(email.text),
    html: filled(email.html),
    headers: Object.fromEntries(headers),
  };
}
