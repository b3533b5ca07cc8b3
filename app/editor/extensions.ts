import { Extension, Mark, type Extensions } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';

import { isSafeLink } from '#domain/html/link.ts';
import { Anchor, idAttribute } from './anchor.ts';
import { Callout } from './blocks/callout.ts';
import { Collapsible, CollapsibleSummary } from './blocks/collapsible.ts';
import { Contents } from './blocks/contents.ts';
import { Footnote, FootnoteReference, Footnotes } from './blocks/footnotes.ts';
import { Gallery } from './blocks/gallery.ts';
import { Bookmark, ButtonBlock } from './blocks/link-blocks.ts';
import { Body } from './body.ts';
import { CaretInView } from './caret-in-view.ts';
import { ControlKeys } from './tools/controls.ts';
import { FreshSelection } from './current-selection.ts';
import { ImageNode } from './image.ts';
import { Markdown } from './markdown.ts';
import { keptMarks } from './marks.ts';
import { PasteAddress } from './paste/paste-address.ts';
import { KeptBlock, KeptInline } from './preserved-nodes.ts';
import type { UploadImage } from './services.ts';
import { tableNodes } from './tables.ts';
import { BlockStyles, textStyleMarks } from './text-style-marks.ts';
import { uploadNode } from './uploads.ts';
import { VideoNode } from './video.ts';

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
    uploadNode(upload), KeptBlock, KeptInline, FreshSelection, CaretInView, ControlKeys, Body, Markdown, PasteAddress,
  ]; // prettier-ignore
}
