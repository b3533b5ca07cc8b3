import type { Command, NodeWithPos } from '@tiptap/core';
import type { Node, ResolvedPos, Slice } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state';

/**
 * Puts blocks at the selection, or at a place, and the caret below them. An empty line gives way to them; a line is
 * divided only where the caret stands within its words.
 *
 * @returns whether there is a place for them
 */
export function insertBlocks(tr: Transaction, blocks: readonly Node[], at?: number): boolean {
  const { selection } = tr;
  const start = at ?? (selection instanceof NodeSelection ? selection.to : selection.$to.pos);
  const end = placeBlocks(tr, blocks, start);
  if (end !== null) goBelow(tr, end);
  return end !== null;
}

/**
 * Puts several pasted blocks at the caret, none of them joined with its line, and the caret behind their words.
 *
 * @returns false for what goes on in the line: words without a block of their own, and items in a list
 */
export function pasteBlocks(tr: Transaction, { content }: Slice): boolean {
  const { selection } = tr;
  const blocks = content.content.filter(({ type }) => type.name !== 'footnotes');
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!(selection instanceof TextSelection) || !first || !last) return false;
  const { parent } = selection.$from;
  const goesOn = blocks.length === 1 && (first.isTextblock || first.childCount < 2);
  const isListInList = selection.$from.depth > 1 && first.type === selection.$from.node(-2).type;
  if (goesOn || isListInList || !blocks.every(({ type }) => type.isInGroup('block'))) return false;
  if (!line.has(parent.type.name) || (parent.childCount === 0 && blocks.length === content.childCount))
    return false;
  tr.deleteSelection();
  const end = placeBlocks(tr, content.content, tr.selection.from);
  if (end === null) return false;
  const below = blocks.length === content.childCount ? end : end - (content.lastChild?.nodeSize ?? 0);
  if (wordy.has(last.type.name)) tr.setSelection(Selection.near(tr.doc.resolve(below), -1));
  else goBelow(tr, below);
  return true;
}

/** An attribute that `renderHTML` of its node writes. @param parseHTML reads it from the element of the node */
export function ownAttribute<Value>(byDefault: Value, parseHTML: (element: HTMLElement) => Value) {
  return { default: byDefault, rendered: false, parseHTML };
}

const line = new Set(['paragraph', 'heading']);
export const wordy = new Set([...line, 'bulletList', 'orderedList', 'blockquote', 'codeBlock']);

/** @returns where they end; null where there is no place for them */
function placeBlocks(tr: Transaction, blocks: readonly Node[], start: number): number | null {
  const [first] = blocks;
  const range = first ? rangeFor(tr, tr.doc.resolve(start), first) : null;
  if (range === null) return null;
  tr.replaceWith(range.from, range.to, blocks);
  return range.from + blocks.reduce((size, block) => size + block.nodeSize, 0);
}

function goBelow(tr: Transaction, end: number): void {
  addLine(tr, end);
  tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView();
}

/** Adds a paragraph where none stands: what is typed below a block goes into it. */
function addLine(tr: Transaction, at: number): void {
  const { paragraph } = tr.doc.type.schema.nodes;
  const $at = tr.doc.resolve(at);
  if (!paragraph || $at.nodeAfter?.type === paragraph) return;
  if ($at.parent.canReplaceWith($at.index(), $at.index(), paragraph)) tr.insert(at, paragraph.create());
}

/** As a command: a paragraph below the block that the caret was just put into. */
export function addLineBelow({ tr }: { tr: Transaction }): boolean {
  const { $from } = tr.selection;
  if ($from.depth > 0 && $from.node(1).type.name !== 'paragraph') addLine(tr, $from.after(1));
  return true;
}

/** Puts one new block at the selection, and the caret below it. */
export function insertBlock(
  name: 'video' | 'button' | 'bookmark' | 'contents' | 'horizontalRule',
  attributes: Record<string, unknown> = {},
): Command {
  return ({ state, tr }) => insertBlocks(tr, [state.schema.node(name, attributes)]);
}

/** The nodes that the blocks replace, in the innermost node that may hold them. */
function rangeFor(tr: Transaction, $pos: ResolvedPos, block: Node): { from: number; to: number } | null {
  for (let depth = $pos.depth; depth >= 0; depth -= 1) {
    const parent = $pos.node(depth);
    const child = $pos.depth > depth ? $pos.node(depth + 1) : null;
    const index = $pos.index(depth);
    const isBlank = child?.type.name === 'paragraph' && child.childCount === 0;
    if (isBlank && parent.canReplaceWith(index, index + 1, block.type))
      return { from: $pos.before(depth + 1), to: $pos.after(depth + 1) };
    const after = child ? index + 1 : index;
    if (!parent.canReplaceWith(after, after, block.type)) continue;
    const place = child ? besideChild(tr, $pos, depth + 1) : $pos.pos;
    return { from: place, to: place };
  }
  return null;
}

/** Before or after the child at `depth`, or between its two halves when it is a paragraph or the like. */
function besideChild(tr: Transaction, $pos: ResolvedPos, depth: number): number {
  const isText = $pos.depth === depth && $pos.parent.isTextblock && !$pos.parent.type.spec.isolating;
  if (isText && $pos.parentOffset === 0) return $pos.before(depth);
  if (!isText || $pos.parentOffset === $pos.parent.content.size) return $pos.after(depth);
  tr.split($pos.pos);
  return $pos.pos + 1;
}

/** The blocks of that name, at any depth; what stands in lines is passed over. */
export function findBlocks(doc: Node, name: string): NodeWithPos[] {
  const found: NodeWithPos[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === name) found.push({ node, pos });
    return !node.isTextblock;
  });
  return found;
}
