import { Extension, findParentNode, Mark, type Command } from '@tiptap/core';

import { maxIndent, parseTextStyles, textStyleClass, type TextStyleKind } from '#domain/html/text-styles.ts';

const textStyleNames = ['font', 'size', 'color', 'background'] as const;
export type TextStyle = (typeof textStyleNames)[number];

/** Font, size, color and background of text: a mark each, written as a class. */
export const textStyleMarks = textStyleNames.map((look) =>
  Mark.create({
    name: look,
    addAttributes: () => ({ name: { default: null, rendered: false } }),
    parseHTML: () => [
      {
        tag: ':is([class], [style], font)',
        // The element goes on to be what it is; the look is only on top of it.
        consuming: false,
        priority: 60,
        getAttrs: (element) => {
          const name = textStyleOf(element, look);
          return name !== null && { name };
        },
      },
    ],
    renderHTML: ({ mark }) => ['span', { class: textStyleClass(look, String(mark.attrs['name'])) }, 0],
  }),
);

const alignedAndIndented = ['paragraph', 'heading'];

/** Alignment and indent of blocks. */
export const BlockStyles = Extension.create({
  name: 'looks',
  addGlobalAttributes: () => [
    {
      types: alignedAndIndented,
      attributes: { align: textStyleAttribute('align'), indent: textStyleAttribute('indent') },
    },
  ],
});

/** Aligns the selected blocks; null is the natural side. */
export function setAlign(align: string | null): Command {
  return ({ commands }) =>
    ['image', ...alignedAndIndented].map((type) => commands.updateAttributes(type, { align })).includes(true);
}

/** Moves the selected blocks in or out: list items a level, other blocks a step. */
export function moveIndent(step: 1 | -1): Command {
  return ({ state: { selection, doc }, tr, commands }) => {
    if (findParentNode(({ type }) => type.name === 'listItem')(selection))
      return step > 0 ? commands.sinkListItem('listItem') : commands.liftListItem('listItem');
    doc.nodesBetween(selection.from, selection.to, (node, at) => {
      if (!alignedAndIndented.includes(node.type.name)) return;
      const before = Number(node.attrs['indent'] ?? 0);
      const indent = Math.min(maxIndent, Math.max(0, before + step));
      if (indent !== before) tr.setNodeAttribute(at, 'indent', indent === 0 ? null : String(indent));
    });
    return tr.doc !== doc;
  };
}

/** An attribute that is a class of the page. */
export function textStyleAttribute(look: TextStyleKind, name: string = look) {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => textStyleOf(element, look),
    renderHTML: ({ [name]: value }: Record<string, unknown>) =>
      typeof value === 'string' ? { class: textStyleClass(look, value) } : {},
  };
}

function textStyleOf({ attributes }: HTMLElement, look: TextStyleKind): string | null {
  const written = Object.fromEntries(Array.from(attributes, ({ name, value }) => [name, value]));
  return parseTextStyles(written)[look] ?? null;
}
