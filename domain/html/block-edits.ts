import { alignBlocks } from './align-blocks.ts';
import { type BodyNode, type BodyTree, serializeHtml } from './html-tree.ts';
import { textOf } from './visible-text.ts';

export type HtmlBlock = { node: BodyNode; html: string };

/** White space between blocks is left out. */
export function blocksOf(tree: BodyTree): HtmlBlock[] {
  return tree
    .filter((node) => typeof node === 'object' || node.trim() !== '')
    .map((node) => ({ node, html: serializeHtml([node]) }));
}

export type Fate = { kind: 'kept' | 'changed'; block: HtmlBlock } | { kind: 'removed' | 'moved' };

/** A block that a side has added before a block of the base; `from` is the place of the one that it has moved there. */
export type Added = { block: HtmlBlock; from: number | null };

export type BlockEdits = { fates: Fate[]; added: Map<number, Added[]> };

/**
 * The changes of a text to the blocks of an earlier one: which stayed, changed, went or moved, and what was added
 * before each (under the number of blocks: at the end). Pure.
 */
export function blockEdits(base: readonly HtmlBlock[], side: readonly HtmlBlock[]): BlockEdits {
  const places = alignBlocks(base.map(htmlOf), side.map(htmlOf));
  const fates: Fate[] = [];
  const added = new Map<number, Added[]>();
  let [from, next] = [0, 0];
  for (let index = 0; index <= base.length; index += 1) {
    const place = index === base.length ? side.length : places[index];
    if (place === null || place === undefined) continue;
    addRegion({ fates, added }, base.slice(from, index), side.slice(next, place), from);
    const kept = side[place];
    if (kept) fates.push({ kind: 'kept', block: kept });
    [from, next] = [index + 1, place + 1];
  }
  return withMoves(base, { fates, added });
}

/** The blocks between two that stayed: some removed, some added, some of these a new form of those. */
function addRegion(
  { fates, added }: BlockEdits,
  removed: readonly HtmlBlock[],
  inserted: readonly HtmlBlock[],
  at: number,
): void {
  const pairs = pairBlocks(
    removed.map(({ node }) => node),
    inserted.map(({ node }) => node),
  );
  let next = 0;
  const addUntil = (end: number, place: number) => {
    const blocks = inserted.slice(next, end).map((block) => ({ block, from: null }));
    if (blocks.length > 0) added.set(place, blocks);
    next = end;
  };
  for (const [index, pair] of pairs.entries()) {
    const block = pair === null ? undefined : inserted[pair];
    if (pair === null || block === undefined) {
      fates.push({ kind: 'removed' });
      continue;
    }
    addUntil(pair, at + index);
    next = pair + 1;
    fates.push({ kind: 'changed', block });
  }
  addUntil(inserted.length, at + removed.length);
}

/** Takes a removed block and an added one of the same HTML for one that was moved. */
function withMoves(base: readonly HtmlBlock[], { fates, added }: BlockEdits): BlockEdits {
  const removed = new Map<string, number>();
  for (const [place, { kind }] of fates.entries()) {
    const block = base[place];
    if (kind === 'removed' && block) removed.set(block.html, place);
  }
  for (const blocks of added.values()) {
    for (const one of blocks) {
      const from = removed.get(one.block.html);
      if (from === undefined) continue;
      removed.delete(one.block.html);
      one.from = from;
      fates[from] = { kind: 'moved' };
    }
  }
  return { fates, added };
}

function htmlOf({ html }: HtmlBlock): string {
  return html;
}

/** Removed times added blocks up to which they are paired by their words, and words of each that are compared. */
const maxPairs = 400;
const maxWords = 100;

/**
 * Which of the blocks that were added in one place is the new form of which that was removed there: for each removed one
 * the index of the added one, in order, or null. As many as possible are paired, those with common words first. Pure.
 */
function pairBlocks(removed: BodyTree, added: BodyTree): (number | null)[] {
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
