import { Extension, Mark } from '@tiptap/core';

import { attributesOf, type BodyRules, type TextStyleKind } from './body-rules.ts';

const textStyleNames = ['font', 'size', 'color', 'background'] as const;
export type TextStyle = (typeof textStyleNames)[number];

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    looks: {
      /** Gives the selected text a look, or takes it away (null). */
      setLook: (look: TextStyle, name: string | null) => ReturnType;
      /** Aligns the selected blocks; null is the natural side. */
      setAlign: (name: string | null) => ReturnType;
      /** Moves the selected blocks in or out: list items a level, other blocks a step. */
      moveIndent: (step: 1 | -1) => ReturnType;
    };
  }
}

/** Font, size, color and background of text: a mark each, written as a class. */
export function textStyleMarks(rules: BodyRules) {
  return textStyleNames.map((look) =>
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
            const name = rules.parseTextStyles(attributesOf(element))[look];
            return name === undefined ? false : { name };
          },
        },
      ],
      renderHTML: ({ mark }) => [
        'span',
        { class: rules.textStyleClass(look, String(mark.attrs['name'])) },
        0,
      ],
    }),
  );
}

const alignedAndIndented = ['paragraph', 'heading'];

/** Alignment and indent of blocks, and the commands for every look. */
export function blockStyles(rules: BodyRules) {
  return Extension.create({
    name: 'looks',

    addGlobalAttributes() {
      return [
        {
          types: alignedAndIndented,
          attributes: {
            align: textStyleAttribute('align', rules),
            indent: textStyleAttribute('indent', rules),
          },
        },
      ];
    },

    addCommands() {
      return {
        setLook:
          (look, name) =>
          ({ commands }) =>
            name === null ? commands.unsetMark(look) : commands.setMark(look, { name }),
        setAlign:
          (name) =>
          ({ state, tr, dispatch }) => {
            let changed = false;
            for (const { $from, $to } of state.selection.ranges) {
              state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
                if (node.type.name !== 'image' && !alignedAndIndented.includes(node.type.name)) return;
                if (node.attrs['align'] !== name) tr.setNodeAttribute(at, 'align', name);
                changed = true;
              });
            }
            if (changed && dispatch) dispatch(tr);
            return changed;
          },
        moveIndent:
          (step) =>
          ({ state, tr, dispatch, commands }) => {
            if (isInList(state.selection.$from)) {
              return step > 0 ? commands.sinkListItem('listItem') : commands.liftListItem('listItem');
            }
            let changed = false;
            state.doc.nodesBetween(state.selection.from, state.selection.to, (node, at) => {
              if (!alignedAndIndented.includes(node.type.name)) return;
              const before = Number(node.attrs['indent'] ?? 0);
              const after = Math.min(rules.maxIndent, Math.max(0, before + step));
              if (after === before) return;
              tr.setNodeAttribute(at, 'indent', after === 0 ? null : String(after));
              changed = true;
            });
            if (changed && dispatch) dispatch(tr);
            return changed;
          },
      };
    },
  });
}

/** An attribute that is a class of the page. */
export function textStyleAttribute(look: TextStyleKind, rules: BodyRules) {
  return {
    default: null,
    parseHTML: (element: HTMLElement) => rules.parseTextStyles(attributesOf(element))[look] ?? null,
    renderHTML: (attributes: Record<string, unknown>) => {
      const name = attributes[look];
      return typeof name === 'string' ? { class: rules.textStyleClass(look, name) } : {};
    },
  };
}

function isInList($from: { depth: number; node: (depth: number) => { type: { name: string } } }): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'listItem') return true;
  return false;
}
