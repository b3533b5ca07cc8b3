/** Of the first so many emails of a sending. */
export const checkedEmails = 500;
const share = 0.05;
/** Fewer say nothing about a short list. */
const fewest = 5;

/**
 * Whether a sending has to stop, because more than 5 % of its first 500 emails were refused for good: the list is stale
 * or the mail server is blocked, and going on would make it worse.
 */
export function hasTooManyBounces(sending: { tried: number; refused: number; recipients: number }): boolean {
  const { tried, refused, recipients } = sending;
  if (tried > checkedEmails || refused < fewest) return false;
  return refused > share * Math.min(checkedEmails, recipients);
}
