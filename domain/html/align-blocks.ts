import { diffArrays } from 'diff';

/** Edits after which two lists count as different from their first difference to their last. */
const maxEdits = 1_000;
/** Comparisons for each list: what the search for the fewest edits may take at most. */
const maxComparisons = 20_000_000;

/**
 * For each item of one list the index of the same item in the other, in order; null for an item that is not in it, or
 * stands elsewhere. Finds the fewest edits, as far as these are not very many.
 */
export function alignBlocks(one: readonly string[], other: readonly string[]): (number | null)[] {
  const start = lengthOfCommon(one.length, other.length, (n) => one[n] === other[n]);
  const end = lengthOfCommon(
    one.length - start,
    other.length - start,
    (n) => one[one.length - 1 - n] === other[other.length - 1 - n],
  );
  const inner = alignInner(one.slice(start, one.length - end), other.slice(start, other.length - end));
  const shift = other.length - one.length;
  return one.map((_, index) => {
    if (index < start) return index;
    if (index >= one.length - end) return index + shift;
    const place = inner[index - start] ?? null;
    return place === null ? null : place + start;
  });
}

function lengthOfCommon(one: number, other: number, isSame: (n: number) => boolean): number {
  let length = 0;
  while (length < one && length < other && isSame(length)) length += 1;
  return length;
}

function alignInner(one: readonly string[], other: readonly string[]): (number | null)[] {
  // Whole blocks would be compared again and again, and two long ones may differ only at their ends.
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const maxEditLength = Math.min(maxEdits, Math.floor(maxComparisons / (one.length + other.length + 1)));
  const changes = diffArrays(one.map(numberOf), other.map(numberOf), { maxEditLength }) ?? [];
  const places: (number | null)[] = [];
  let place = 0;
  for (const { value, added, removed } of changes) {
    if (!added) places.push(...value.map((_, index) => (removed ? null : place + index)));
    if (!removed) place += value.length;
  }
  return places;
}
