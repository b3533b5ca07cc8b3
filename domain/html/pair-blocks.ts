import type { BodyNode, BodyTree } from './html-tree.ts';
import { textOf } from './visible-text.ts';

/** Removed times added blocks up to which they are paired by their words, and words of each that are compared. */
const maxPairs = 400;
const maxWords = 100;

/**
 * Which of the blocks that were added in one place is the new form of which that was removed there: for each removed one
 * the index of the added one, in order, or null. As many as possible are paired, those with common words first. Pure.
 */
export function pairBlocks(removed: BodyTree, added: BodyTree): (number | null)[] {
  if (removed.length * added.length > maxPairs || added.length === 0 || removed.length === 0)
    return removed.map((_, index) => (index < added.length ? index : null));
  return bestPairs(removed.map(wordsOf), added.map(wordsOf));
}

/** The pairs with the highest sum of likeness, by dynamic programming over both lists from their ends. */
function bestPairs(removed: readonly Set<string>[], added: readonly Set<string>[]): (number | null)[] {
  const width = added.length + 1;
  const best = new Float64Array((removed.length + 1) * width);
  const at = (row: number, column: number) => best[row * width + column] ?? 0;
  const gain = removed.map((one) => added.map((other) => likeness(one, other)));
  const paired = (row: number, column: number) => (gain[row]?.[column] ?? 0) + at(row + 1, column + 1);
  for (let row = removed.length - 1; row >= 0; row -= 1) {
    for (let column = added.length - 1; column >= 0; column -= 1) {
      best[row * width + column] = Math.max(paired(row, column), at(row + 1, column), at(row, column + 1));
    }
  }
  let column = 0;
  return removed.map((_, row) => {
    while (column < added.length) {
      const score = at(row, column);
      if (score === paired(row, column)) return (column += 1) - 1;
      if (score !== at(row, column + 1)) return null;
      column += 1;
    }
    return null;
  });
}

/** More than 0 for any two blocks: another text in the place of one is a new form of it. */
function likeness(one: Set<string>, other: Set<string>): number {
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return 0.05 + (2 * common) / Math.max(1, one.size + other.size);
}

function wordsOf(block: BodyNode): Set<string> {
  return new Set(textOf([block]).split(/\s+/, maxWords));
}
