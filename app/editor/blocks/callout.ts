import { Node } from '@tiptap/core';

import type { BodyRules } from '../body-rules.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    callout: {
      /** Puts the selected blocks into a callout, or takes them out of the one around them. */
      toggleCallout: () => ReturnType;
    };
  }
}

/** Blocks that are set apart from the text: a note, a tip or a warning. */
export function calloutNode({ calloutNames }: Pick<BodyRules, 'calloutNames'>) {
  const kinds = Object.keys(calloutNames);
  const kindOf = (element: Element) => kinds.find((kind) => element.classList.contains(`block-${kind}`));
  return Node.create({
    name: 'callout',
    group: 'block',
    content: 'block+',
    defining: true,

    addAttributes: () => ({
      kind: { default: 'note', rendered: false, parseHTML: (element) => kindOf(element) ?? 'note' },
    }),
    parseHTML: () => [
      { tag: 'aside', getAttrs: (element) => (kindOf(element) === undefined ? false : null) },
    ],
    renderHTML: ({ node, HTMLAttributes }) => [
      'aside',
      { ...HTMLAttributes, class: `block-${String(node.attrs['kind'])}` },
      0,
    ],

    addCommands() {
      return {
        toggleCallout:
          () =>
          ({ commands }) =>
            commands.toggleWrap(this.name),
      };
    },
  });
}
