import { Node, type Command } from '@tiptap/core';

import { findBlocks, insertBlock, ownAttribute } from '../insert-blocks.ts';
import { cardView } from '../video.ts';

/** The switch of the table of contents: without it a post with three sections or more has one. */
export const Contents = Node.create({
  name: 'contents',
  group: 'block',
  atom: true,
  draggable: true,

  addAttributes: () => ({
    isShown: ownAttribute(true, ({ classList }) => !classList.contains('block-no-contents')),
  }),
  parseHTML: () => [{ tag: 'hr:is(.block-contents, .block-no-contents)', priority: 60 }],
  renderHTML: ({ node }) => [
    'hr',
    { class: node.attrs['isShown'] === true ? 'block-contents' : 'block-no-contents' },
  ],

  addNodeView: () =>
    cardView('contents-switch', ({ isShown }) => ({ span: `Table of contents: ${isShown ? 'on' : 'off'}` })),
});

/** Shows or hides the table of contents of the post, whatever the number of its headings. */
export function setContents(isShown: boolean): Command {
  return (props) => {
    const { state, tr } = props;
    const switches = findBlocks(state.doc, 'contents');
    if (switches.length === 0) return insertBlock('contents', { isShown })(props);
    for (const { pos } of switches) tr.setNodeAttribute(pos, 'isShown', isShown);
    return true;
  };
}
