import { Mark } from '@tiptap/core';

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

export const keptMarks = kept.map(({ name, tag, attribute }) =>
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
