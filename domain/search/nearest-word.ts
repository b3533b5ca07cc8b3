/** Shorter words have too many neighbors. */
const minLength = 4;

/** Typing mistakes that a word may have. */
export function mistakesIn({ length }: string): 0 | 1 | 2 {
  return length < minLength ? 0 : length < 7 ? 1 : 2;
}

/** The word with the fewest typing mistakes between, the first of several; null where all have too many. Pure. */
export function nearestWord(typed: string, words: readonly string[]): string | null {
  let most = mistakesIn(typed);
  let nearest: string | null = null;
  for (const word of words) {
    const distance = distanceOf(typed, word);
    if (distance > most || (nearest !== null && distance === most)) continue;
    [nearest, most] = [word, distance === 1 ? 1 : 2];
  }
  return nearest;
}

/** Characters to insert, delete or replace, or neighbors to swap. */
function distanceOf(one: string, other: string): number {
  let above: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (above[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [above, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
