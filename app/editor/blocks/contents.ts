import { Node } from '@tiptap/core';

import { insertBlocks } from '../insert-blocks.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    contents: {
      /** Shows or hides the table of contents of the post, whatever the number of its headings. */
      setContents: (isShown: boolean) => ReturnType;
    };
  }
}

/** The switch of the table of contents: without it a post with three sections or more has one. */
export const Contents = Node.create({
  name: 'contents',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({
    isShown: {
      default: true,
      rendered: false,
      parseHTML: (element) => !element.classList.contains('block-no-contents'),
    },
  }),
  parseHTML: () => [{ tag: 'hr:is(.block-contents, .block-no-contents)', priority: 60 }],
  renderHTML: ({ node }) => [
    'hr',
    { class: node.attrs['isShown'] === true ? 'block-contents' : 'block-no-contents' },
  ],

  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('div');
      dom.className = 'contents-switch';
      dom.textContent =
        node.attrs['isShown'] === true ? 'Table of contents: shown' : 'Table of contents: hidden';
      return { dom };
    },

  addCommands() {
    return {
      setContents:
        (isShown) =>
        ({ state, tr, dispatch }) => {
          const found: number[] = [];
          state.doc.forEach((node, at) => {
            if (node.type.name === this.name) found.push(at);
          });
          if (found.length === 0) return insertBlocks(tr, [this.type.create({ isShown })]);
          for (const at of found) tr.setNodeAttribute(at, 'isShown', isShown);
          if (dispatch) dispatch(tr);
          return true;
        },
    };
  },
});
