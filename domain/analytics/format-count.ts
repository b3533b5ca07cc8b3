/**
 * A count as cards and lists show it: 1,000 and up as K, 1,000,000 and up as M, with one decimal. What rounds to a
 * thousand K is a million: 999,950 is 1.0M.
 */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  const thousands = oneDecimal(count / 1000);
  return Number(thousands) < 1000 ? `${thousands}K` : `${oneDecimal(count / 1_000_000)}M`;
}

/** Halves go up: `toFixed` alone would make 1.05 into 1.1 and 1.15 into 1.1. */
function oneDecimal(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}
