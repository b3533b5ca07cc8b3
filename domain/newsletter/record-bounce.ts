import {
  endEmailsTo,
  findReportedEmail,
  lockSubscriberByEmail,
  markReported,
  setSoftBounces,
} from '#db/queries/bounces.ts';
import { inTransaction, type Core } from '#domain/core/context.ts';

export type BounceReport = {
  kind: ReportKind;
  /** The id of the recipient, or of the subscriber who was asked to confirm; or else the address. */
  about: { recipientId: string } | { email: string };
  /** In the words of the server or service; cut to 500 characters. */
  reason: string;
};

/**
 * Records that an email bounced or was complained about. A hard bounce or a complaint ends the emails to the address at
 * once, five soft bounces in a row do too. A second report about the same email changes nothing but for a worse kind.
 */
export async function recordBounce(
  ctx: Pick<Core, 'db'>,
  { kind, about, reason }: BounceReport,
): Promise<void> {
  await inTransaction(ctx, async ({ db: trx }) => {
    const reported = await findReportedEmail(trx, about);
    // Erased since.
    if (!reported) return;
    const { recipientId, email, isKnown, previousBounced } = reported;
    if (recipientId !== null) await markReported(trx, recipientId, { kind, reason });
    // After a confirmation that could not be delivered for now, no other email follows by itself.
    const isConfirmation = recipientId === null && 'recipientId' in about;
    if (kind === 'soft' && (isKnown || isConfirmation)) return;
    const subscriber = await lockSubscriberByEmail(trx, email);
    const history = { softBounces: subscriber?.softBounces ?? 0, previousBounced };
    const { softBounces, ends } = decideBounce(kind, history);
    if (subscriber && softBounces !== history.softBounces && ends === null) {
      await setSoftBounces(trx, subscriber.id, softBounces);
    }
    if (ends === null) return;
    const state = ends === 'complaint' ? 'complained' : 'bounced';
    await endEmailsTo(trx, email, { state, reason: ends });
  });
}

/** The report of a mail server or an email service about an email. */
export type ReportKind = 'hard' | 'soft' | 'complaint';

/** So many soft bounces in a row end the emails to an address. */
const maxSoftBounces = 5;

/**
 * The meaning of a report for an address.
 * @param history.softBounces in a row so far
 * @param history.previousBounced whether the email before this one bounced too; null: unknown
 */
function decideBounce(
  kind: ReportKind,
  { softBounces, previousBounced }: { softBounces: number; previousBounced: boolean | null },
): { softBounces: number; ends: 'hard-bounce' | 'soft-bounces' | 'complaint' | null } {
  if (kind === 'complaint') return { softBounces, ends: 'complaint' };
  if (kind === 'hard') return { softBounces, ends: 'hard-bounce' };
  const count = previousBounced === false ? 1 : softBounces + 1;
  return { softBounces: count, ends: count >= maxSoftBounces ? 'soft-bounces' : null };
}
