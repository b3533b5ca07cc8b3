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
import type { Mailer } from '#domain/email/mailer.ts';
import { MailServerUnavailable } from '#domain/email/mail-server-unavailable.ts';
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
export async function deliverNext(parts: Deliverer, stopping?: AbortSignal): Promise<boolean> {
  const entry = await claimOutboxEntry(parts.db, lease);
  if (!entry) return false;
  const tooLong = AbortSignal.timeout(timeoutMilliseconds);
  const holding = setInterval(() => {
    // Whoever cannot say so is taken for dead, and that is all.
    extendLease(parts.db, entry, lease).catch(() => {});
  }, wordEvery * 1_000);
  try {
    await deliver(parts, entry, stopping ? AbortSignal.any([tooLong, stopping]) : tooLong);
  } catch (caught) {
    if (stopping?.aborted) {
      await releaseOutboxEntry(parts.db, entry);
      return true;
    }
    const error = tooLong.aborted
      ? new Error(`No answer came within ${timeoutMilliseconds / 60_000} minutes.`)
      : caught;
    parts.onFailure({ id: entry.id, tries: entry.tries, error });
    await markFailed(parts.db, entry, {
      error: failureWords(error),
      nextTryAt: nextTryAt(entry, parts.now()),
      isServerUnavailable: tooLong.aborted || caught instanceof MailServerUnavailable,
    });
    return true;
  } finally {
    clearInterval(holding);
  }
  await markSent(parts.db, entry.id);
  await retryNowAfterOutage(parts.db);
  return true;
}

async function deliver(parts: Deliverer, entry: OutboxEntry, signal: AbortSignal): Promise<void> {
  if (entry.email) {
    if (entry.expiresAt && entry.expiresAt <= parts.now()) throw new Error('It would have come too late.');
    const email = withToken(entry.email, () => parts.emailToken(entry.id));
    return parts.mail.send({ ...email, id: entry.id }, signal);
  }
  const message = entry.messageId === null ? undefined : await findMessageRow(parts.db, entry.messageId);
  // Erased since.
  if (!message) return;
  if (!parts.delivery) throw new Error('Email is not set up any more.');
  await parts.delivery.deliver(message, entry.id, signal);
}
