import { Extension, type Extensions } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

import { KeptBlock, KeptInline } from './kept-nodes.ts';
import { keptMarks } from './marks.ts';

/** Attributes that any block may carry: the anchor of a heading, the direction and language of a passage. */
const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes: () => [
    {
      types: ['heading', 'paragraph', 'listItem', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'],
      attributes: { id: { default: null }, dir: { default: null }, lang: { default: null } },
    },
  ],
});

/**
 * What a body is made of.
 * @param isSafeLink the rule of the server's sanitiser: the editor never keeps a link that saving would drop.
 */
export function bodyExtensions(isSafeLink: (address: string) => boolean): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4, 5, 6] },
      link: {
        openOnClick: false,
        autolink: true,
        linkOnPaste: true,
        defaultProtocol: 'https',
        isAllowedUri: (address) => isSafeLink(address),
        HTMLAttributes: { target: null, rel: null, class: null },
      },
    }),
    BlockAttributes,
    KeptBlock,
    KeptInline,
    ...keptMarks,
  ];
}
