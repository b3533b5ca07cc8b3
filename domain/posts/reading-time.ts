/** Visible words at 200 a minute, rounded up, at least one minute. */
export function readMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / 200));
}
