import type { Database } from '#db/client.ts';
import { findInboxMessage } from '#db/queries/inbox.ts';
import {
  extendLease,
  retryNowAfterOutage,
  markFailed,
  markSent,
  claimOutboxEntry,
  type OutboxEntry,
} from '#db/queries/outbox.ts';
import { MailServerUnavailable, type Mailer, deliveryFailureMessage } from '#domain/email/mailer.ts';
import { withToken } from './enqueue-email.ts';
import type { Delivery } from './delivery.ts';
import { nextAttemptAt } from './next-attempt.ts';

/** Seconds after which another worker may claim the entry; a running one extends its lease before. */
const lease = 90;
const extendEvery = 20;
/** Milliseconds that an attempt may take. */
const timeoutMilliseconds = 180_000;

export type Deliverer = {
  db: Database;
  /** Null where messages are kept in the inbox only. */
  delivery: Delivery | null;
  mail: Mailer;
  emailToken: (emailId: string) => string;
  now: () => Date;
  onFailure: (failure: { id: string; attempts: number; error: unknown }) => void;
};

/**
 * Delivers one entry of the outbox, if any is due. May run in many processes at once: each entry is claimed by one of
 * them. An entry whose worker ended between its delivery and its record is delivered again, under the same id.
 * @param stopping aborts the current attempt and releases the entry.
 * @returns whether there was anything to do.
 */
export async function deliverNext(ctx: Deliverer, stopping?: AbortSignal): Promise<boolean> {
  const entry = await claimOutboxEntry(ctx.db, lease);
  if (!entry) return false;
  const tooLong = AbortSignal.timeout(timeoutMilliseconds);
  const holding = setInterval(() => {
    // When this fails, another worker claims the entry after the lease.
    extendLease(ctx.db, entry, lease).catch(() => {});
  }, extendEvery * 1_000);
  try {
    await deliver(ctx, entry, stopping ? AbortSignal.any([tooLong, stopping]) : tooLong);
  } catch (caught) {
    if (stopping?.aborted) {
      await extendLease(ctx.db, entry, 0);
      return true;
    }
    const error = tooLong.aborted
      ? new Error(`No answer came within ${timeoutMilliseconds / 60_000} minutes.`)
      : caught;
    ctx.onFailure({ id: entry.id, attempts: entry.attempts, error });
    await markFailed(ctx.db, entry, {
      error: deliveryFailureMessage(error),
      nextAttemptAt: nextAttemptAt(entry, ctx.now()),
      isServerUnavailable: tooLong.aborted || caught instanceof MailServerUnavailable,
    });
    return true;
  } finally {
    clearInterval(holding);
  }
  await markSent(ctx.db, entry.id);
  await retryNowAfterOutage(ctx.db);
  return true;
}

async function deliver(ctx: Deliverer, entry: OutboxEntry, signal: AbortSignal): Promise<void> {
  if (entry.email) {
    if (entry.expiresAt && entry.expiresAt <= ctx.now())
      throw new Error('The email expired before it could be delivered.');
    const email = withToken(entry.email, () => ctx.emailToken(entry.id));
    return ctx.mail.send({ ...email, id: entry.id }, signal);
  }
  const message = entry.messageId === null ? undefined : await findInboxMessage(ctx.db, entry.messageId);
  // Erased since.
  if (!message) return;
  if (!ctx.delivery) throw new Error('Email is not set up any more.');
  await ctx.delivery.deliver(message, entry.id, signal);
}
