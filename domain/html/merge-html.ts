import {
  blockEdits,
  blocksOf,
  type Added,
  type BlockEdits,
  type Fate,
  type HtmlBlock,
} from './block-edits.ts';
import { startTag, type BodyNode } from './html-tree.ts';
import { readHtml } from './read-html.ts';

/** A place at which two texts that began as one differ now. '' is nothing: a side has removed or not added it. */
export type Change = {
  base: string;
  mine: string;
  theirs: string;
  /** Both changes together; null where both sides changed the same block, so that a person has to choose. */
  merged: string | null;
};

/** A merged text: what needs no choice, and changes, in order. */
export type MergePart = string | Change;

export type Choice = 'mine' | 'theirs' | 'both' | 'merged';

/**
 * The choice of a change unless a person chooses: nothing that was written is lost, and of two forms of a block mine
 * stays.
 */
export function defaultChoice({ base, mine, theirs, merged }: Change): Choice {
  if (merged !== null) return 'merged';
  if (mine === '') return 'theirs';
  return base === '' && theirs !== '' ? 'both' : 'mine';
}

/** The text with each change as it is chosen. */
export function mergedHtml(parts: readonly MergePart[], choose: (change: Change) => Choice): string {
  return parts.map((part) => (typeof part === 'string' ? part : chosenHtml(part, choose(part)))).join('');
}

export function chosenHtml({ mine, theirs, merged }: Change, choice: Choice): string {
  if (choice === 'mine') return mine;
  if (choice === 'theirs') return theirs;
  return choice === 'merged' && merged !== null ? merged : mine + theirs;
}

/**
 * Merges two texts that were both made from `base`, block by block: paragraphs, headings, items of lists, rows of tables.
 * A block that one side changed, added, removed or moved is taken as that side has it. With every choice 'mine' (or
 * 'theirs') the parts are that side's blocks. Pure; in time proportional to the length, except for a search for
 * the fewest edits that is bounded (`alignBlocks`).
 */
export function mergeHtml(base: string, mine: string, theirs: string): MergePart[] {
  const [before, one, other] = [base, mine, theirs].map((html) => blocksOf(readHtml(html)));
  return joined(mergeBlocks(before ?? [], one ?? [], other ?? [], 0));
}

function mergeBlocks(
  base: readonly HtmlBlock[],
  mine: readonly HtmlBlock[],
  theirs: readonly HtmlBlock[],
  depth: number,
): MergePart[] {
  const [one, other] = [blockEdits(base, mine), blockEdits(base, theirs)];
  const parts: MergePart[] = [];
  for (let place = 0; place <= base.length; place += 1) {
    parts.push(...mergeAdded(one, other, place));
    const block = base[place];
    if (block) parts.push(...mergeBlock(block, one, other, place, depth));
  }
  return parts;
}

function mergeAdded(one: BlockEdits, other: BlockEdits, place: number): MergePart[] {
  const [added, addedByOther] = [one.added.get(place) ?? [], other.added.get(place) ?? []];
  if (added.length === 0 && addedByOther.length === 0) return [];
  const [mine, theirs] = [htmlOfAll(added), htmlOfAll(addedByOther)];
  if (mine === theirs && added.every(({ from }, index) => from === addedByOther[index]?.from)) return [mine];
  const isMoved = [...added, ...addedByOther].some(({ from }) => from !== null);
  if (added.length > 0 && addedByOther.length > 0 && !isMoved)
    return [{ base: '', mine, theirs, merged: null }];
  // The other side's form of a moved block stands at its new place; where it removed it, it stays as it was moved.
  const moved = added.map(({ block, from }) =>
    from === null ? block.html : htmlOf(other.fates[from], block.html),
  );
  // A block that both moved stands where I have moved it.
  const movedByOther = addedByOther.map(({ block, from }) => {
    if (from === null) return block.html;
    return one.fates[from]?.kind === 'moved' ? '' : htmlOf(one.fates[from], block.html);
  });
  return [{ base: '', mine, theirs, merged: [...moved, ...movedByOther].join('') }];
}

/** A block as a side has it. @param removed what stands for one that the side removed */
function htmlOf(fate: Fate | undefined, removed = ''): string {
  return fate && 'block' in fate ? fate.block.html : removed;
}

function mergeBlock(
  block: HtmlBlock,
  one: BlockEdits,
  other: BlockEdits,
  place: number,
  depth: number,
): MergePart[] {
  const [mine, theirs] = [one.fates[place], other.fates[place]];
  if (!mine || !theirs) return [];
  const base = block.html;
  const [mineHtml, theirsHtml] = [htmlOf(mine), htmlOf(theirs)];
  if (mineHtml === theirsHtml) return [mineHtml];
  if (mine.kind === 'moved' || theirs.kind === 'moved')
    return [{ base, mine: mineHtml, theirs: theirsHtml, merged: '' }];
  if (mine.kind === 'kept') return [{ base, mine: mineHtml, theirs: theirsHtml, merged: theirsHtml }];
  if (theirs.kind === 'kept') return [{ base, mine: mineHtml, theirs: theirsHtml, merged: mineHtml }];
  const inside =
    'block' in mine && 'block' in theirs ? mergeInside(block, mine.block, theirs.block, depth) : null;
  return inside ?? [{ base, mine: mineHtml, theirs: theirsHtml, merged: null }];
}

/** Lists in lists, quotes in quotes. */
const maxDepth = 8;
/** A part that may stand in one of these more or less often is a block of its own. */
const containers = new Set([
  'ul',
  'ol',
  'li',
  'dl',
  'blockquote',
  'aside',
  'table',
  'thead',
  'tbody',
  'figure',
]);
const repeatable = new Set([
  'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'aside', 'pre', 'hr',
  'table', 'thead', 'tbody', 'tr', 'figure', 'details',
]); // prettier-ignore

/** The blocks inside of one that both sides changed, merged; null where they are no blocks. */
function mergeInside(base: HtmlBlock, mine: HtmlBlock, theirs: HtmlBlock, depth: number): MergePart[] | null {
  const insides = [base, mine, theirs].map(({ node }) => insideOf(node));
  const [before, one, other] = insides;
  if (depth === maxDepth || !before || !one || !other) return null;
  if (insides.some((inside) => inside?.start !== before.start)) return null;
  return [before.start, ...mergeBlocks(before.blocks, one.blocks, other.blocks, depth + 1), before.end];
}

function insideOf(node: BodyNode): { start: string; blocks: HtmlBlock[]; end: string } | null {
  if (typeof node === 'string' || !containers.has(node.name)) return null;
  const blocks = blocksOf(node.children);
  const areBlocks = blocks.every(
    (block) => typeof block.node === 'object' && repeatable.has(block.node.name),
  );
  return blocks.length > 0 && areBlocks ? { start: startTag(node), blocks, end: `</${node.name}>` } : null;
}

function htmlOfAll(added: readonly Added[]): string {
  return added.map(({ block }) => block.html).join('');
}

/** Texts that follow each other become one. */
function joined(parts: readonly MergePart[]): MergePart[] {
  const result: MergePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part !== 'string') result.push(part);
    else if (typeof last === 'string') result[result.length - 1] = last + part;
    else if (part !== '') result.push(part);
  }
  return result;
}
