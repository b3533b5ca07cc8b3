/**
 * A count as cards and lists show it: 1,000 and up as K, 1,000,000 and up as M, with one decimal. What rounds to a
 * thousand K is a million: 999,950 is 1.0M.
 */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  const thousands = Math.round(count / 100) / 10;
  return thousands < 1000 ? `${thousands.toFixed(1)}K` : `${(Math.round(count / 100_000) / 10).toFixed(1)}M`;
}
