/**
 * Keys under which a word and its misspellings meet: hashes of the word and of what is left when one letter is taken
 * out. Two words with a letter more, less, changed or swapped share a key, so an index finds one by the other.
 */
export function spellingKeys(word: string): number[] {
  const letters = [...word];
  const keys = new Set([hash(word)]);
  for (const index of letters.keys()) keys.add(hash(letters.toSpliced(index, 1).join('')));
  return [...keys];
}

/** The likeliest meanings of a misspelt word, best first: nearest, with the same first letter, of similar length. */
export function likeliestSpellings(misspelt: string, candidates: readonly string[], most: number): string[] {
  const farthest = misspelt.length < 7 ? 1 : 2;
  return candidates
    .map((candidate) => ({ candidate, distance: spellingDistance(misspelt, candidate) }))
    .filter(({ distance }) => distance > 0 && distance <= farthest)
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        Number(other.candidate[0] === misspelt[0]) - Number(one.candidate[0] === misspelt[0]) ||
        Math.abs(one.candidate.length - misspelt.length) -
          Math.abs(other.candidate.length - misspelt.length) ||
        (one.candidate < other.candidate ? -1 : 1),
    )
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** How many letters must be added, taken away, changed or swapped with the next one to turn one word into the other. */
export function spellingDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}

/** FNV-1a, as a signed number that PostgreSQL's `integer` holds. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return state | 0;
}
