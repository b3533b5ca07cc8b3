/** A worker that lived longer had no trouble with its start. Milliseconds. */
const SHORT_LIFE = 10_000;
const FIRST = 250;
const LONGEST = 30_000;

/**
 * How long to wait before a worker is replaced: not at all, unless the ones before in its place ended soon after their
 * start too; then twice as long each time, half a minute at most.
 *
 * @returns milliseconds, by the place of the worker and how long it lived in milliseconds
 */
export function createRestartDelay(): (place: number, lived: number) => number {
  const shortLives = new Map<number, number>();
  return (place, lived) => {
    const count = lived < SHORT_LIFE ? (shortLives.get(place) ?? 0) + 1 : 0;
    shortLives.set(place, count);
    return count < 2 ? 0 : Math.min(FIRST * 2 ** (count - 2), LONGEST);
  };
}
