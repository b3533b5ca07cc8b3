/** What a mail server or an email service reports about an email. */
export type ReportKind = 'hard' | 'soft' | 'complaint';

/** So many soft bounces in a row end the emails to an address. */
export const maxSoftBounces = 5;

/**
 * What a report means for an address.
 * @param history.softBounces in a row so far
 * @param history.previousBounced whether the email before this one bounced too; null: unknown
 */
export function decideBounce(
  kind: ReportKind,
  { softBounces, previousBounced }: { softBounces: number; previousBounced: boolean | null },
): { softBounces: number; ends: 'hard-bounce' | 'soft-bounces' | 'complaint' | null } {
  if (kind === 'complaint') return { softBounces, ends: 'complaint' };
  if (kind === 'hard') return { softBounces, ends: 'hard-bounce' };
  const count = previousBounced === false ? 1 : softBounces + 1;
  return { softBounces: count, ends: count >= maxSoftBounces ? 'soft-bounces' : null };
}

/**
 * Whether a failure is about the address itself, by its enhanced status code (RFC 3463): there is no such mailbox or
 * domain, or it was closed. Full mailboxes (5.2.2), policies (5.7.x) and all else may pass.
 * @param status such as `5.1.1`
 */
export function isHardStatus(status: string): boolean {
  return /^5\.(?:[01]\.\d{1,3}|2\.1|4\.4)$/.test(status.trim());
}
