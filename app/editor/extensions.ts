import { Extension, Mark, type Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { StarterKit } from '@tiptap/starter-kit';

import { anchorMark, idAttribute } from './anchor.ts';
import { calloutNode } from './blocks/callout.ts';
import { Collapsible, CollapsibleSummary } from './blocks/collapsible.ts';
import { Contents } from './blocks/contents.ts';
import { Footnote, FootnoteReference, Footnotes } from './blocks/footnotes.ts';
import { Gallery } from './blocks/gallery.ts';
import { bookmarkNode, buttonNode } from './blocks/link-blocks.ts';
import { Body } from './body.ts';
import type { BodyRules, UploadImage } from './body-rules.ts';
import { CaretInView } from './caret-in-view.ts';
import { ControlKeys } from './controls.ts';
import { FreshSelection } from './current-selection.ts';
import { KeptBlock, KeptInline } from './preserved-nodes.ts';
import { blockStyles, textStyleMarks } from './text-style-marks.ts';
import { markdown } from './markdown.ts';
import { keptMarks } from './marks.ts';
import { pasteAddress } from './paste-address.ts';
import { imageNode } from './image.ts';
import { tableNodes } from './tables.ts';
import { uploadNode } from './uploads.ts';
import { videoNode } from './video.ts';

/** Attributes that any block may carry: the anchor of a heading, the direction and language of a passage. */
function blockAttributes(rules: BodyRules) {
  return Extension.create({
    name: 'blockAttributes',
    addGlobalAttributes: () => [
      {
        types: [
          'heading', 'paragraph', 'listItem', 'bulletList', 'orderedList', 'blockquote', 'codeBlock', 'table', 'tableRow',
          'tableCell', 'tableHeader', 'image', 'callout', 'collapsible', 'collapsibleSummary',
        ], // prettier-ignore
        attributes: { id: idAttribute(rules), dir: { default: null }, lang: { default: null } },
      },
    ],
  });
}

/** The usual extensions, with two of their marks as an article needs them. */
function starterKit(rules: BodyRules) {
  return StarterKit.extend({
    addExtensions() {
      return (this.parent?.() ?? []).map((extension) => {
        if (!(extension instanceof Mark)) return extension;
        // Code may be a link, or part of what is bold.
        if (extension.name === 'code') return extension.extend({ excludes: '' });
        if (extension.name !== 'link') return extension;
        return extension.extend({
          // What is typed behind a link is no part of it.
          inclusive: false,
          addAttributes: () => ({ href: { default: null }, id: idAttribute(rules) }),
        });
      });
    },
  });
}

/** What a body is made of, as the product's rules allow it. */
export function bodyExtensions(rules: BodyRules, upload: UploadImage | undefined): Extensions {
  return [
    starterKit(rules).configure({
      heading: { levels: [1, 2, 3, 4, 5, 6] },
      codeBlock: { enableTabIndentation: true, tabSize: 2 },
      dropcursor: { color: false, class: 'drop-cursor', width: 2 },
      link: {
        openOnClick: false,
        autolink: true,
        linkOnPaste: true,
        defaultProtocol: 'https',
        isAllowedUri: (address) => rules.isSafeLink(address),
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    Placeholder.configure({ placeholder: 'Write, paste, or type / for more', showOnlyWhenEditable: true }),
    blockAttributes(rules),
    blockStyles(rules),
    ...textStyleMarks(rules),
    ...keptMarks,
    anchorMark(rules),
    ...tableNodes(rules),
    imageNode(rules),
    videoNode(rules),
    calloutNode(rules),
    Collapsible,
    CollapsibleSummary,
    Gallery,
    buttonNode(rules),
    bookmarkNode(rules),
    FootnoteReference,
    Footnotes,
    Footnote,
    Contents,
    uploadNode(upload),
    KeptBlock,
    KeptInline,
    FreshSelection,
    CaretInView,
    ControlKeys,
    Body,
    markdown(rules),
    pasteAddress(rules),
  ];
}
