import { findChildren, Node, type Command } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin, TextSelection, type Selection } from '@tiptap/pm/state';
import { Transform } from '@tiptap/pm/transform';

import { findBlocks, ownAttribute } from '../insert-blocks.ts';

const target = (key: unknown) => `anchor-fn-${String(key)}`;
const source = (key: unknown) => `anchor-fnref-${String(key)}`;

/** The number in the text that leads to a footnote. Numbers follow the order of the references. */
export const FootnoteReference = Node.create({
  name: 'footnoteReference',
  group: 'inline',
  inline: true,
  atom: true,
  // A key passes it, and never writes over it.
  selectable: false,

  addAttributes: () => ({
    key: ownAttribute('', keyIn),
    number: ownAttribute(1, ({ textContent }) => Number.parseInt(textContent, 10) || 1),
  }),
  parseHTML: () => [
    {
      tag: 'sup:has(> a.block-footnote:only-child)',
      priority: 120,
      getAttrs: (element) => (keyIn(element) === '' ? false : null),
    },
  ],
  renderHTML: ({ node }) => {
    const { key, number } = node.attrs;
    const link = { href: `#${target(key)}`, id: source(key), class: 'block-footnote' };
    return ['sup', ['a', link, String(number)]];
  },
});

/** The footnotes of a text, at its end. `writeBody` adds the link back to each. */
export const Footnotes = Node.create({
  name: 'footnotes',
  group: 'block',
  content: 'footnote*',
  isolating: true,
  selectable: false,
  parseHTML: () => [{ tag: 'ol.block-footnotes', priority: 120 }],
  renderHTML: () => ['ol', { class: 'block-footnotes' }, 0],

  addKeyboardShortcuts() {
    return { 'Mod-Alt-f': ({ editor }) => editor.commands.command(insertFootnote) };
  },

  addProseMirrorPlugins: () => {
    /** Those whose mark was taken out: they come back with it. */
    const gone = new Map<unknown, DocumentNode>();
    return [
      new Plugin({
        appendTransaction: (transactions, before, { doc, tr }) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          if (gone.size === 0 && findBlocks(doc, 'footnotes').length === 0) return null;
          const line = putInOrder(tr, gone, () => referencesIn(before.doc));
          // Writing that began in the text goes on in the text.
          if (line !== null && isInNotes(tr.doc, tr.selection) && !isInNotes(before.doc, before.selection))
            tr.setSelection(TextSelection.create(tr.doc, line));
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});

export const Footnote = Node.create({
  name: 'footnote',
  content: 'inline*',
  defining: true,
  // Required, so that nothing but a footnote is ever made into one.
  addAttributes: () => ({
    key: { isRequired: true, rendered: false, parseHTML: (element) => keyOf(element.id, 'anchor-fn-') },
  }),
  parseHTML: () => [
    {
      tag: 'ol.block-footnotes > li',
      priority: 120,
      getAttrs: (element) => (keyOf(element.id, 'anchor-fn-') === '' ? false : null),
      contentElement: (element) => {
        const copy = element.cloneNode(true);
        if (copy instanceof Element) for (const back of copy.querySelectorAll('a.block-back')) back.remove();
        return copy instanceof HTMLElement ? copy : document.createElement('li');
      },
    },
  ],
  renderHTML: ({ node }) => ['li', { id: target(node.attrs['key']) }, 0],

  addKeyboardShortcuts() {
    return {
      // Back to the text, behind the reference.
      Enter: ({ editor }) => {
        const { parent } = editor.state.selection.$from;
        if (parent.type.name !== this.name) return false;
        const at = placeOf(editor.state.doc, 'footnoteReference', parent.attrs['key']);
        return at !== null && editor.commands.setTextSelection(at + 1);
      },
      // An empty footnote goes with its reference.
      Backspace: ({ editor: { state, view } }) => {
        const { $from, empty } = state.selection;
        const { type, content, attrs } = $from.parent;
        if (!empty || type.name !== this.name || content.size > 0) return false;
        const at = placeOf(state.doc, 'footnoteReference', attrs['key']);
        if (at === null) return false;
        const tr = state.tr.delete(at, at + 1);
        view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at))).scrollIntoView());
        return true;
      },
    };
  },
});

/** Puts a reference at the caret, and moves the caret to its new footnote at the end of the text. */
export const insertFootnote: Command = ({ state, tr, dispatch }) => {
  const { footnoteReference, footnotes, footnote } = state.schema.nodes;
  const { $from, to } = state.selection;
  if (!footnoteReference || !footnotes || !footnote) return false;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code) return false;
  if ($from.parent.type.name === 'footnote') return false;
  if (!$from.parent.type.contentMatch.matchType(footnoteReference)) return false;
  if (!dispatch) return true;
  const key = newKey();
  tr.insert(to, footnoteReference.create({ key }));
  const note = footnote.create({ key });
  const list = findFootnotes(tr.doc);
  if (list) tr.insert(list.pos + list.node.nodeSize - 1, note);
  else tr.insert(endOfText(tr.doc), footnotes.create(null, note));
  putInOrder(tr);
  const at = placeOf(tr.doc, 'footnote', key);
  if (at !== null) tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView();
  return true;
};

/** Apart from the keys of every other footnote. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(1)).join('');
}

/** A document in which each footnote stands in the list at the end, in the order of the references. */
export function withFootnotesInOrder(doc: DocumentNode): DocumentNode {
  if (findBlocks(doc, 'footnotes').length === 0) return doc;
  const transform = new Transform(doc);
  putInOrder(transform);
  return transform.doc;
}

/**
 * Numbers the references, and gathers their footnotes in one list at the end of the text, with a line for words above it.
 * A note without a reference becomes a paragraph; one whose reference was just taken out is kept aside.
 * @param gone those kept aside, which come back with their references
 * @param before the keys of the references before this change
 * @returns the place in the line above the list that was added; null where there was one
 */
function putInOrder(
  tr: Transform,
  gone = new Map<unknown, DocumentNode>(),
  before = () => new Map<unknown, number>(),
): number | null {
  const numbers = referencesIn(tr.doc, (at, number) => tr.setNodeAttribute(at, 'number', number));
  const lists = findBlocks(tr.doc, 'footnotes');
  const noted = lists.flatMap(({ node }) => node.children);
  const notes = new Map([...gone, ...noted.toReversed().map((note) => [note.attrs['key'], note] as const)]);
  const orphans = noted.filter(({ attrs }) => !numbers.has(attrs['key']));
  const known = orphans.length > 0 ? before() : null;
  const words: DocumentNode[] = [];
  const { footnotes, paragraph } = tr.doc.type.schema.nodes;
  for (const note of orphans) {
    if (known?.has(note.attrs['key'])) gone.set(note.attrs['key'], note);
    else if (paragraph && note.content.size > 0) words.push(paragraph.create(null, note.content));
  }
  const wanted = [...numbers.keys()].flatMap((key) => notes.get(key) ?? []);

  const [list] = lists;
  const isInPlace = lists.length === 1 && list && list.pos + list.node.nodeSize === endOfText(tr.doc);
  if (!isInPlace || wanted.length === 0 || words.length > 0) {
    for (const { node, pos } of lists.toReversed()) tr.delete(pos, pos + node.nodeSize);
    if (footnotes && wanted.length > 0) words.push(footnotes.create(null, wanted));
    tr.insert(endOfText(tr.doc), words);
  } else if (
    wanted.length !== list.node.childCount ||
    wanted.some((note, index) => note !== list.node.child(index))
  )
    tr.replaceWith(list.pos + 1, list.pos + list.node.nodeSize - 1, wanted);
  return addLineForWords(tr);
}

/** Where a block stands above the list, words have no other place to go on. `writeBody` leaves out a blank line there. */
function addLineForWords(tr: Transform): number | null {
  const list = findFootnotes(tr.doc);
  const above = list && tr.doc.resolve(list.pos).nodeBefore;
  const { paragraph } = tr.doc.type.schema.nodes;
  if (!list || !paragraph || (above && endsInWords.has(above.type.name))) return null;
  tr.insert(list.pos, paragraph.create());
  return list.pos + 1;
}

function isInNotes(doc: DocumentNode, { from }: Selection): boolean {
  const list = findFootnotes(doc);
  return list !== null && from >= list.pos && from < list.pos + list.node.nodeSize;
}

const endsInWords = new Set(['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote']);

/** @param onWrong called for each reference with another number than its own */
function referencesIn(
  doc: DocumentNode,
  onWrong?: (at: number, number: number) => void,
): Map<unknown, number> {
  const numbers = new Map<unknown, number>();
  doc.descendants((node, at) => {
    if (node.type.name === 'footnotes') return false;
    if (node.type.name !== 'footnoteReference') return true;
    const { key, number } = node.attrs;
    const now = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, now);
    if (number !== now) onWrong?.(at, now);
    return false;
  });
  return numbers;
}

function findFootnotes(doc: DocumentNode) {
  return findBlocks(doc, 'footnotes').at(-1) ?? null;
}

function placeOf(doc: DocumentNode, name: 'footnote' | 'footnoteReference', key: unknown): number | null {
  const [found] = findChildren(doc, ({ type, attrs }) => type.name === name && attrs['key'] === key);
  return found?.pos ?? null;
}

/** Before the empty paragraph that the editor keeps below the text. */
function endOfText(doc: DocumentNode): number {
  const last = doc.lastChild;
  const isBlank = last?.type.name === 'paragraph' && last.childCount === 0 && doc.childCount > 1;
  return doc.content.size - (isBlank ? last.nodeSize : 0);
}

function keyIn(element: HTMLElement): string {
  return keyOf(element.querySelector('a')?.getAttribute('href')?.slice(1) ?? '', 'anchor-fn-');
}

function keyOf(id: string, prefix: string): string {
  const key = id.startsWith(prefix) ? id.slice(prefix.length) : '';
  return /^[\w-]{1,60}$/.test(key) ? key : '';
}
