import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';

import { textStyleAttribute } from './text-style-marks.ts';

const cell = {
  colspan: spanAttribute('colspan'),
  rowspan: spanAttribute('rowspan'),
  // Columns share the width as their text needs it.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
  align: textStyleAttribute('align'),
};

/** Tables without the library's inline styles, which the page's policy forbids. */
export const tableNodes = [
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
