import type { Core } from '#domain/core/context.ts';
import { readBounceAddress } from './bounce-address.ts';
import { isHardBounce } from './hard-bounce.ts';
import { recordBounce, type ReportKind } from './record-bounce.ts';

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
  ctx: Pick<Core, 'db'>,
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

/** A message of the mailbox for bounces, as far as it was read. */
export type BounceMessage = {
  /** The addresses that it was sent to, by whatever header. */
  recipients: readonly string[];
  /** Its first part of the type `message/delivery-status`, decoded; null: it has none. */
  deliveryStatus: string | null;
};

/** More groups or characters than a report about one recipient has. */
const maxGroups = 20;
const maxCharacters = 50_000;

/**
 * The content of a delivery status notification about the email that it returns (RFC 3464). Vacation messages and other
 * automatic replies have no such part; a delay (`Action: delayed`) and a success are no bounces.
 */
export function readDeliveryReport(
  deliveryStatus: string | null,
): { kind: Exclude<ReportKind, 'complaint'>; reason: string } | null {
  const [, ...groups] = (deliveryStatus ?? '')
    .slice(0, maxCharacters)
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[\t ]*\n+/, maxGroups + 1);
  const failed = groups.map(fieldsOf).filter((fields) => fields.get('action')?.toLowerCase() === 'failed');
  const [worst] = failed.toSorted((a, b) => Number(isHard(b)) - Number(isHard(a)));
  if (!worst) return null;
  const diagnostic = (worst.get('diagnostic-code') ?? '').replace(/^smtp;\s*/i, '');
  const reason = diagnostic || (worst.get('status') ?? 'Unknown reason');
  return { kind: isHard(worst) ? 'hard' : 'soft', reason: reason.slice(0, 500) };
}

function isHard(fields: ReadonlyMap<string, string>): boolean {
  // Followed by a comment in some.
  return isHardBounce((fields.get('status') ?? '').split(' ', 1)[0] ?? '');
}

/** Fields by their lower-case names; a line that begins with a space continues the one before. */
function fieldsOf(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  let last = '';
  for (const line of group.split('\n', 100)) {
    const [, name = '', value = ''] = /^([!-9;-~]{1,60}):(.{0,2000})/.exec(line) ?? [];
    if (name !== '') {
      last = name.toLowerCase();
      fields.set(last, value.trim());
    } else if (/^[\t ]/.test(line) && last !== '') {
      fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`.slice(0, 2_000));
    }
  }
  return fields;
}
