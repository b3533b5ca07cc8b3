import { Mark } from '@tiptap/core';

import type { BodyRules } from './body-rules.ts';

const inlineNames = [
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'sub',
  'sup',
  'small',
  'code',
  'cite',
  'dfn',
  'abbr',
  'mark',
];

/** The attribute of what a link within the text can lead to. */
export function idAttribute(rules: Pick<BodyRules, 'anchorId'>) {
  return { default: null, parseHTML: (element: HTMLElement) => rules.anchorId(element.id) };
}

/** A place within a line that a link leads to, such as the mark of a footnote. A link has an id of its own. */
export function anchorMark(rules: Pick<BodyRules, 'anchorId'>) {
  return Mark.create({
    name: 'anchor',
    excludes: '',
    inclusive: false,
    addAttributes: () => ({ id: idAttribute(rules) }),
    // The element goes on to be what it is; the id is only on top of it.
    parseHTML: () => [
      {
        tag: [...inlineNames.map((name) => `${name}[id]`), 'a[id]:not([href])'].join(', '),
        consuming: false,
        priority: 60,
        getAttrs: (element: HTMLElement) => rules.anchorId(element.id) !== null && null,
      },
    ],
    renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  });
}
