/**
 * A count as cards and lists show it: 1,000 and up as K, 1,000,000 and up as M, with one decimal. What rounds to a
 * thousand K is a million: 999,950 is 1.0M.
 */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  const tenths = Math.round(count / 100);
  return tenths < 10_000 ? `${oneDecimal(tenths)}K` : `${oneDecimal(Math.round(count / 100_000))}M`;
}

function oneDecimal(tenths: number): string {
  return (tenths / 10).toFixed(1);
}
