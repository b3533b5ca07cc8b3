import { Mark } from '@tiptap/core';

import { anchorId } from '#domain/html/anchor.ts';

const inlineNames = 'span b strong i em u s sub sup small code cite dfn abbr mark'.split(' ');

/** The attribute of what a link within the text can lead to. */
export const idAttribute = { default: null, parseHTML: (element: HTMLElement) => anchorId(element.id) };

/** A place within a line that a link leads to, such as the mark of a footnote. A link has an id of its own. */
export const Anchor = Mark.create({
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
