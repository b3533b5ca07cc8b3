import type { Database } from '#db/client.ts';
import { findMessageRow } from '#db/queries/messages.ts';
import {
  releaseOutboxEntry,
  extendLease,
  retryNowAfterOutage,
  markFailed,
  markSent,
  claimOutboxEntry,
  type OutboxEntry,
} from '#db/queries/outbox.ts';
import { failureWords } from '#domain/email/delivery-failure-message.ts';
import { MailServerUnavailable, type Mailer } from '#domain/email/mailer.ts';
import { withToken } from './email-token.ts';
import type { Delivery } from './delivery.ts';
import { nextTryAt } from './next-retry.ts';

/** Seconds. After so long without a word the worker that took it is taken for dead; a living one says so in time. */
const lease = 90;
const wordEvery = 20;
/** Milliseconds that a try may take. */
const timeoutMilliseconds = 180_000;

export type Deliverer = {
  db: Database;
  /** Null where messages are kept in the inbox only. */
  delivery: Delivery | null;
  mail: Mailer;
  emailToken: (emailId: string) => string;
  now: () => Date;
  onFailure: (failure: { id: string; tries: number; error: unknown }) => void;
};

/**
 * Delivers one thing of the outbox, if any is due. May run in many places at once: everything is taken by one of them.
 * What was delivered by somebody who died before writing it down is delivered again, under the same id.
 * @param stopping gives up the try at hand, for others to begin it anew.
 * @returns whether there was anything to do.
 */
export async function deliverNext(ctx: Deliverer, stopping?: AbortSignal): Promise<boolean> {
  const entry = await claimOutboxEntry(ctx.db, lease);
  if (!entry) return false;
  const tooLong = AbortSignal.timeout(timeoutMilliseconds);
  const holding = setInterval(() => {
    // Whoever cannot say so is taken for dead, and that is all.
    extendLease(ctx.db, entry, lease).catch(() => {});
  }, wordEvery * 1_000);
  try {
    await deliver(ctx, entry, stopping ? AbortSignal.any([tooLong, stopping]) : tooLong);
  } catch (caught) {
    if (stopping?.aborted) {
      await releaseOutboxEntry(ctx.db, entry);
      return true;
    }
    const error = tooLong.aborted
      ? new Error(`No answer came within ${timeoutMilliseconds / 60_000} minutes.`)
      : caught;
    ctx.onFailure({ id: entry.id, tries: entry.tries, error });
    await markFailed(ctx.db, entry, {
      error: failureWords(error),
      nextTryAt: nextTryAt(entry, ctx.now()),
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
    if (entry.expiresAt && entry.expiresAt <= ctx.now()) throw new Error('It would have come too late.');
    const email = withToken(entry.email, () => ctx.emailToken(entry.id));
    return ctx.mail.send({ ...email, id: entry.id }, signal);
  }
  const message = entry.messageId === null ? undefined : await findMessageRow(ctx.db, entry.messageId);
  // Erased since.
  if (!message) return;
  if (!ctx.delivery) throw new Error('Email is not set up any more.');
  await ctx.delivery.deliver(message, entry.id, signal);
}
