import type { DomainContext } from '#domain/context.ts';
import { readBounceAddress } from './bounce-address.ts';
import { readDeliveryReport, type BounceMessage } from './delivery-report.ts';
import { recordBounce } from './record-bounce.ts';

/** The mailbox to which mail servers return emails. Implemented in `adapters/bounce-mailbox.ts`. */
export type BounceMailbox = {
  /**
   * Hands over the unread messages, oldest first, a bounded number of them, and marks each as read
   * afterwards; one that cannot be parsed is marked only.
   * @param signal ends the reading; it ends by itself after a minute
   * @throws when the mailbox cannot be read, or `handle` throws: the rest is read next time
   */
  read: (handle: (message: BounceMessage) => Promise<void>, signal: AbortSignal) => Promise<void>;
};

/**
 * Records the bounces that came to the mailbox. Only a report that came to the address of one email counts: anybody can
 * write to the mailbox, but only the mail servers on the way know that address.
 * @param key that the addresses are signed with
 * @returns how many bounces there were among how many messages
 */
export async function readBounces(
  ctx: Pick<DomainContext, 'db'>,
  mailbox: BounceMailbox,
  key: Buffer,
  signal: AbortSignal,
): Promise<{ messages: number; bounces: number }> {
  const counts = { messages: 0, bounces: 0 };
  await mailbox.read(async ({ recipients, deliveryStatus }) => {
    counts.messages += 1;
    const report = readDeliveryReport(deliveryStatus);
    const recipientId = recipients
      .map((address) => readBounceAddress(address, key))
      .find((id) => id !== null);
    if (report === null || recipientId === undefined || recipientId === null) return;
    await recordBounce(ctx, { ...report, about: { recipientId } });
    counts.bounces += 1;
  }, signal);
  return counts;
}
