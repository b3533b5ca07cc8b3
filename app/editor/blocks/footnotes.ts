import { Node, type Editor } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    footnotes: {
      /** Puts a reference at the caret, and moves the caret to its new footnote at the end of the text. */
      insertFootnote: () => ReturnType;
    };
  }
}

const target = (key: unknown) => `anchor-fn-${String(key)}`;
const source = (key: unknown) => `anchor-fnref-${String(key)}`;

/** The number in the text that leads to a footnote. Numbers follow the order of the references. */
export const FootnoteReference = Node.create({
  name: 'footnoteReference',
  group: 'inline',
  inline: true,
  atom: true,

  addAttributes: () => ({
    key: { default: '', rendered: false, parseHTML: (element) => keyIn(element) },
    number: {
      default: 1,
      rendered: false,
      parseHTML: (element) => Number.parseInt(element.textContent, 10) || 1,
    },
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
  content: 'footnote+',
  isolating: true,
  parseHTML: () => [{ tag: 'ol.block-footnotes', priority: 120 }],
  renderHTML: () => ['ol', { class: 'block-footnotes' }, 0],

  addCommands() {
    return {
      insertFootnote:
        () =>
        ({ state, tr, dispatch }) => {
          const { footnoteReference, footnotes, footnote } = state.schema.nodes;
          const { $from, to } = state.selection;
          if (!footnoteReference || !footnotes || !footnote) return false;
          if (!$from.parent.inlineContent || $from.parent.type.spec.code) return false;
          if ($from.parent.type.name === 'footnote') return false;
          if (!$from.parent.type.contentMatch.matchType(footnoteReference)) return false;
          if (!dispatch) return true;
          const key = crypto.getRandomValues(new Uint32Array(1)).join('');
          tr.insert(to, footnoteReference.create({ key }));
          const note = footnote.create({ key });
          const list = findFootnotes(tr.doc);
          if (list) tr.insert(list.at + list.node.nodeSize - 1, note);
          else tr.insert(endOfText(tr.doc), footnotes.create(null, note));
          putInOrder(tr);
          const at = placeOfFootnote(tr.doc, key);
          if (at !== null) tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView();
          return true;
        },
    };
  },

  addKeyboardShortcuts() {
    return { 'Mod-Alt-f': ({ editor }) => editor.commands.insertFootnote() };
  },

  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _, { doc, tr }) => {
        if (!transactions.some(({ docChanged }) => docChanged) || !findFootnotes(doc)) return null;
        return putInOrder(tr) ? tr : null;
      },
    }),
  ],
});

export const Footnote = Node.create({
  name: 'footnote',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({
    key: { default: '', rendered: false, parseHTML: (element) => keyOf(element.id, 'anchor-fn-') },
  }),
  parseHTML: () => [
    {
      tag: 'ol.block-footnotes > li',
      priority: 120,
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
        const at = placeOfReference(editor.state.doc, parent.attrs['key']);
        return at !== null && editor.commands.setTextSelection(at + 1);
      },
      Backspace: ({ editor }) => deleteEmptyFootnote(editor, this.name),
    };
  },
});

/** An empty footnote goes together with its reference. */
function deleteEmptyFootnote(editor: Editor, name: string): boolean {
  const { state } = editor;
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type.name !== name || $from.parent.content.size > 0) return false;
  const list = $from.node($from.depth - 1);
  const { tr } = state;
  const reference = placeOfReference(state.doc, $from.parent.attrs['key']);
  if (list.childCount === 1) tr.delete($from.before($from.depth - 1), $from.after($from.depth - 1));
  else tr.delete($from.before(), $from.after());
  if (reference !== null) {
    const at = tr.mapping.map(reference);
    tr.delete(at, at + 1).setSelection(TextSelection.near(tr.doc.resolve(at)));
  }
  editor.view.dispatch(tr.scrollIntoView());
  return true;
}

/** Numbers the references and puts the footnotes in their order. @returns whether anything changed */
function putInOrder(tr: Transaction): boolean {
  const before = tr.steps.length;
  const numbers = new Map<unknown, number>();
  tr.doc.descendants((node, at) => {
    if (node.type.name === 'footnotes') return false;
    if (node.type.name !== 'footnoteReference') return true;
    const { key, number } = node.attrs;
    const now = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, now);
    if (number !== now) tr.setNodeAttribute(at, 'number', now);
    return false;
  });
  gatherAtEnd(tr);
  const list = findFootnotes(tr.doc);
  if (list) {
    // One whose reference was cut keeps its words, below the others, until the reference is pasted again.
    const rank = ({ attrs }: DocumentNode) => numbers.get(attrs['key']) ?? Infinity;
    const sorted = list.node.children.toSorted((one, other) => rank(one) - rank(other) || 0);
    if (sorted.some((node, index) => node !== list.node.child(index)))
      tr.replaceWith(list.at + 1, list.at + list.node.nodeSize - 1, sorted);
  }
  return tr.steps.length > before;
}

/** A list that was pasted in the middle joins the one at the end of the text. */
function gatherAtEnd(tr: Transaction): void {
  const lists: { node: DocumentNode; at: number }[] = [];
  tr.doc.forEach((node, at) => {
    if (node.type.name === 'footnotes') lists.push({ node, at });
  });
  const [first] = lists;
  const end = endOfText(tr.doc);
  if (!first || (lists.length === 1 && first.at + first.node.nodeSize === end)) return;
  for (const { node, at } of lists.toReversed()) tr.delete(at, at + node.nodeSize);
  const notes = lists.flatMap(({ node }) => node.children);
  tr.insert(endOfText(tr.doc), first.node.type.create(null, notes));
}

function findFootnotes(doc: DocumentNode): { node: DocumentNode; at: number } | null {
  let at = doc.content.size;
  for (let index = doc.childCount - 1; index >= 0; index -= 1) {
    const node = doc.child(index);
    at -= node.nodeSize;
    if (node.type.name === 'footnotes') return { node, at };
  }
  return null;
}

function placeOfFootnote(doc: DocumentNode, key: unknown): number | null {
  const list = findFootnotes(doc);
  let place: number | null = null;
  list?.node.forEach((node, offset) => {
    if (node.attrs['key'] === key) place = list.at + 1 + offset;
  });
  return place;
}

function placeOfReference(doc: DocumentNode, key: unknown): number | null {
  let place: number | null = null;
  doc.descendants((node, at) => {
    if (place === null && node.type.name === 'footnoteReference' && node.attrs['key'] === key) place = at;
    return place === null;
  });
  return place;
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
