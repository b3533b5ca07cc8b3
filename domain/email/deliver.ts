import type { Database } from '#db/client.ts';
import { findInboxMessage } from '#db/queries/inbox.ts';
import type { HeldJob, Payloads } from '#db/queries/jobs.ts';
import { retryNowAfterOutage, type Email } from '#db/queries/outbox.ts';
import { MailServerUnavailable, type Mailer } from '#domain/email/mailer.ts';
import { withToken } from './enqueue-email.ts';
import type { Delivery } from './delivery.ts';

/** Milliseconds that an attempt may take. */
const timeoutMilliseconds = 180_000;

export type Deliverer = {
  db: Database;
  /** Null where messages are kept in the inbox only. */
  delivery: Delivery | null;
  mail: Mailer;
  emailToken: (emailId: string) => string;
  now: () => Date;
};

/**
 * Delivers an email or a visitor's message. Deliveries that wait for the mail server are due at once when it took one.
 * @throws with the reason when it was not accepted, or the signal aborted the attempt
 */
export async function deliver(
  ctx: Deliverer,
  job: HeldJob<Payloads['delivery']>,
  signal: AbortSignal,
): Promise<void> {
  const tooLong = AbortSignal.timeout(timeoutMilliseconds);
  try {
    await send(ctx, job, AbortSignal.any([tooLong, signal]));
  } catch (error) {
    if (!tooLong.aborted) throw error;
    throw new MailServerUnavailable(`No answer came within ${timeoutMilliseconds / 60_000} minutes.`);
  }
  // That the email has left is to be stored first: nothing waits for this, and what it fails to do comes by itself.
  void retryNowAfterOutage(ctx.db).catch(() => {});
}

async function send(ctx: Deliverer, job: HeldJob<Payloads['delivery']>, signal: AbortSignal): Promise<void> {
  if (isEmail(job.payload)) {
    if (job.expiresAt && job.expiresAt <= ctx.now())
      throw new Error('The email expired before it could be delivered.');
    const email = withToken(job.payload, () => ctx.emailToken(job.id));
    return ctx.mail.send({ ...email, id: job.id }, signal);
  }
  const message = job.messageId === null ? undefined : await findInboxMessage(ctx.db, job.messageId);
  // Deleted since.
  if (!message || message.deleted_at !== null) return;
  if (!ctx.delivery) throw new Error('Email is not set up any more.');
  await ctx.delivery.deliver(message, job.id, signal);
}

function isEmail(payload: Payloads['delivery']): payload is Email {
  return 'to' in payload;
}
