import { Node } from '@tiptap/core';

import { calloutNames } from '#domain/html/blocks.ts';
import { ownAttribute } from '../insert-blocks.ts';

const kinds = Object.keys(calloutNames);
const kindOf = (element: Element) => kinds.find((kind) => element.classList.contains(`block-${kind}`));

/** Blocks that are set apart from the text: a note, a tip or a warning. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,

  addAttributes: () => ({
    kind: ownAttribute('note', (element) => kindOf(element) ?? 'note'),
  }),
  parseHTML: () => [{ tag: 'aside', getAttrs: (element) => (kindOf(element) === undefined ? false : null) }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'aside',
    { ...HTMLAttributes, class: `block-${String(node.attrs['kind'])}` },
    0,
  ],
});
