import type { Database } from '#db/client.ts';
import { findMessageRow } from '#db/queries/messages.ts';
import { markFailed, markSent, takeOutboxEntry, type OutboxEntry } from '#db/queries/outbox.ts';
import { withToken } from '#domain/auth/one-time-token.ts';
import type { Mailer } from '#domain/mail/mailer.ts';
import type { Delivery } from './delivery.ts';
import { nextTryAt } from './next-try.ts';

/** Longer than any try takes: after so many seconds without a word the worker that took it is taken for dead. */
const lease = 120;

export type Deliverer = {
  db: Database;
  /** Null where messages are kept in the inbox only. */
  delivery: Delivery | null;
  mail: Mailer;
  letterToken: (letterId: string) => string;
  now: () => Date;
  onFailure: (failure: { id: string; tries: number; error: unknown }) => void;
};

/**
 * Delivers one thing of the outbox, if any is due. May run in many places at once: everything is taken by one of them.
 * What was delivered by somebody who died before writing it down is delivered again, under the same id.
 * @returns whether there was anything to do.
 */
export async function deliverNext(parts: Deliverer): Promise<boolean> {
  const entry = await takeOutboxEntry(parts.db, lease);
  if (!entry) return false;
  try {
    await deliver(parts, entry);
  } catch (error) {
    parts.onFailure({ id: entry.id, tries: entry.tries, error });
    await markFailed(parts.db, entry.id, {
      error: error instanceof Error ? error.message : String(error),
      nextTryAt: nextTryAt(entry, parts.now()),
    });
    return true;
  }
  await markSent(parts.db, entry.id);
  return true;
}

async function deliver(parts: Deliverer, entry: OutboxEntry): Promise<void> {
  if (entry.letter) {
    if (entry.goodUntil && entry.goodUntil <= parts.now()) throw new Error('It would have come too late.');
    const letter = withToken(entry.letter, () => parts.letterToken(entry.id));
    return parts.mail.send({ ...letter, id: entry.id });
  }
  const message = entry.messageId === null ? undefined : await findMessageRow(parts.db, entry.messageId);
  // Erased since.
  if (!message) return;
  if (!parts.delivery) throw new Error('E-mail is not set up any more.');
  await parts.delivery.deliver(message, entry.id);
}
