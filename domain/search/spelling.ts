/**
 * Keys that a word shares with its misspellings: hashes of the word and of the word without each of its characters. Two
 * words that differ by one added, removed, changed or swapped character share a key, so an index finds one by the other.
 */
export function spellingKeys(word: string): number[] {
  const characters = [...word];
  const keys = new Set([hash(word)]);
  for (const index of characters.keys()) keys.add(hash(characters.toSpliced(index, 1).join('')));
  return [...keys];
}

/**
 * The likeliest corrections of a misspelled word, best first: by edit distance, then the same first character, then
 * similar length. At most `limit` of the candidates.
 */
export function likeliestSpellings(
  misspelled: string,
  candidates: readonly string[],
  limit: number,
): string[] {
  const maxDistance = misspelled.length < 7 ? 1 : 2;
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(misspelled, candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= maxDistance)
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        Number(other.candidate[0] === misspelled[0]) - Number(one.candidate[0] === misspelled[0]) ||
        Math.abs(one.candidate.length - misspelled.length) -
          Math.abs(other.candidate.length - misspelled.length) ||
        (one.candidate < other.candidate ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

/** FNV-1a, as a signed number that PostgreSQL's `integer` holds. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state | 0;
}

/** Characters to add, remove, change or swap with their neighbor (Damerau-Levenshtein, optimal string alignment). */
function editDistance(one: string, other: string): number {
  let [twoBefore, before]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isChanged = one[i - 1] === other[j - 1] ? 0 : 1;
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (before[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (before[j - 1] ?? 0) + isChanged,
          isSwapped ? (twoBefore[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [twoBefore, before] = [before, row];
  }
  return before[other.length] ?? 0;
}
