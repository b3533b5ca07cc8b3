import { Extension, type Extensions, Mark } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';
import { isSafeLink } from '#domain/html/link.ts';
import { Callout } from './blocks/callout.ts';
import { Collapsible, CollapsibleSummary } from './blocks/collapsible.ts';
import { Contents } from './blocks/contents.ts';
import { Footnote, FootnoteReference, Footnotes } from './blocks/footnotes.ts';
import { Gallery } from './blocks/gallery.ts';
import { Bookmark, ButtonBlock } from './blocks/link-blocks.ts';
import { Body } from './body.ts';
import { CaretInView } from './caret-in-view.ts';
import { ToolKeys } from './tool-keys.ts';
import { ImageNode } from './image.ts';
import { Markdown } from './markdown.ts';
import { PasteAddress } from './paste/paste-address.ts';
import { KeptBlock, KeptInline } from './preserved-nodes.ts';
import type { UploadImage } from './services.ts';
import { BlockStyles, textStyleAttribute, textStyleMarks } from './text-style-marks.ts';
import { uploadNode } from './uploads.ts';
import { VideoNode } from './video.ts';
import { anchorId } from '#domain/html/anchor.ts';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

const cell = {
  colspan: spanAttribute('colspan'),
  rowspan: spanAttribute('rowspan'),
  // Columns share the width as their text needs it.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
  align: textStyleAttribute('align'),
};

/** Tables without the library's inline styles, which the page's policy forbids. */
const tableNodes = [
  Table.extend({
    renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
    parseHTML: () => [{ tag: 'table' }],
  }).configure({ resizable: false, allowTableNodeSelection: true }),
  TableRow,
  TableCell.extend({
    addAttributes() {
      return { ...this.parent?.(), ...cell };
    },
  }),
  TableHeader.extend({
    addAttributes() {
      return { ...this.parent?.(), ...cell, scope: { default: null } };
    },
  }),
];

function spanAttribute(name: 'colspan' | 'rowspan') {
  return {
    default: 1,
    parseHTML: (element: HTMLElement) =>
      Math.max(1, Number.parseInt(element.getAttribute(name) ?? '1', 10) || 1),
    renderHTML: (attributes: Record<string, unknown>) =>
      attributes[name] === 1 ? {} : { [name]: attributes[name] },
  };
}

/** Text of a kind that an article may have: it is kept as it came. For most of them the toolbar has no control. */
const kept: { name: string; tag: string; attribute?: string }[] = [
  { name: 'subscript', tag: 'sub' },
  { name: 'superscript', tag: 'sup' },
  { name: 'highlight', tag: 'mark' },
  { name: 'small', tag: 'small' },
  { name: 'inserted', tag: 'ins', attribute: 'datetime' },
  { name: 'deleted', tag: 'del', attribute: 'datetime' },
  { name: 'keyboard', tag: 'kbd' },
  { name: 'sample', tag: 'samp' },
  { name: 'variable', tag: 'var' },
  { name: 'cite', tag: 'cite' },
  { name: 'definition', tag: 'dfn' },
  { name: 'quotation', tag: 'q' },
  { name: 'isolated', tag: 'bdi' },
  { name: 'abbreviation', tag: 'abbr', attribute: 'title' },
  { name: 'time', tag: 'time', attribute: 'datetime' },
  { name: 'direction', tag: 'bdo', attribute: 'dir' },
];

const keptMarks = kept.map(({ name, tag, attribute }) =>
  Mark.create({
    name,
    // Two of them may lie on the same text, also two of one kind from elsewhere.
    excludes: '',
    addAttributes: () => (attribute === undefined ? {} : { [attribute]: { default: null } }),
    // Before the controls' own reading of them.
    parseHTML: () => [{ tag, priority: 60 }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
);

/**
 * A key acts on the selection that stands when it is pressed. The browser tells of a new selection a moment after the
 * press that made it; a key that comes sooner, as those of voice control and of scripts do, would act on the one before.
 */
const FreshSelection = Extension.create({
  name: 'freshSelection',

  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (view, event) => {
            if (!event.isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
            return false;
          },
        },
      },
    }),
  ],
});

const inlineNames = 'span b strong i em u s sub sup small code cite dfn abbr mark'.split(' ');

/** The attribute of what a link within the text can lead to. */
const idAttribute = { default: null, parseHTML: (element: HTMLElement) => anchorId(element.id) };

/** A place within a line that a link leads to, such as the mark of a footnote. A link has an id of its own. */
const Anchor = Mark.create({
  name: 'anchor',
  excludes: '',
  inclusive: false,
  addAttributes: () => ({ id: idAttribute }),
  // The element goes on to be what it is; the id is only on top of it.
  parseHTML: () => [
    {
      tag: [...inlineNames.map((name) => `${name}[id]`), 'a[id]:not([href])'].join(', '),
      consuming: false,
      priority: 60,
      getAttrs: (element: HTMLElement) => anchorId(element.id) !== null && null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

/** Attributes that any block may carry: the anchor of a heading, the direction and language of a passage. */
const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes: () => [
    {
      types: [
        'heading', 'paragraph', 'listItem', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'table', 'tableRow',
        'tableCell', 'tableHeader', 'image', 'callout', 'collapsible', 'collapsibleSummary',
      ], // prettier-ignore
      attributes: { id: idAttribute, dir: { default: null }, lang: { default: null } },
    },
  ],
});

/** The line below a last list or table comes with a change of the text: a click alone changes nothing. */
function afterChanges(this: { parent?: (() => Plugin[]) | null }): Plugin[] {
  return (this.parent?.() ?? []).map(
    ({ spec }) =>
      new Plugin({
        ...spec,
        appendTransaction(transactions, ...states) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          return spec.appendTransaction?.call(this, transactions, ...states);
        },
      }),
  );
}

/** The usual extensions, with two of their marks as an article needs them. */
const ArticleKit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      if (extension.name === 'trailingNode') return extension.extend({ addProseMirrorPlugins: afterChanges });
      if (!(extension instanceof Mark)) return extension;
      // Code may be a link, or part of what is bold.
      if (extension.name === 'code') return extension.extend({ excludes: '' });
      if (extension.name !== 'link') return extension;
      return extension.extend({
        // Text typed behind a link is not part of it.
        inclusive: false,
        addAttributes: () => ({ href: { default: null }, id: idAttribute }),
      });
    });
  },
});

/** The parts of a body, as the product's rules allow it. */
export function bodyExtensions(upload: UploadImage): Extensions {
  return [
    ArticleKit.configure({
      codeBlock: { enableTabIndentation: true, tabSize: 2 },
      dropcursor: { color: false, class: 'drop-cursor', width: 2 },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: (address) => isSafeLink(address),
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    Placeholder.configure({ placeholder: 'Write, paste, or type / for more' }),
    BlockAttributes, BlockStyles, ...textStyleMarks, ...keptMarks, Anchor, ...tableNodes, ImageNode, VideoNode, Callout,
    Collapsible, CollapsibleSummary, Gallery, ButtonBlock, Bookmark, FootnoteReference, Footnotes, Footnote, Contents,
    uploadNode(upload), KeptBlock, KeptInline, FreshSelection, CaretInView, ToolKeys, Body, Markdown, PasteAddress,
  ]; // prettier-ignore
}
