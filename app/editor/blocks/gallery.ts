import { Node, type Command } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';

/** Images side by side. They are put in order by dragging, or with the buttons beside them. */
export const Gallery = Node.create({
  name: 'gallery',
  group: 'block',
  content: '(image | upload)+',
  isolating: true,

  parseHTML: () => [{ tag: 'figure.block-gallery', priority: 130 }],
  renderHTML: () => ['figure', { class: 'block-gallery' }, 0],
});

/** Moves the selected image of a gallery one place on (1) or back (-1). */
export function moveInGallery(step: 1 | -1): Command {
  return ({ state: { selection }, tr, dispatch }) => {
    if (!(selection instanceof NodeSelection)) return false;
    const { $from, node } = selection;
    if ($from.parent.type.name !== 'gallery') return false;
    const neighbor = step === 1 ? $from.parent.maybeChild($from.index() + 1) : $from.nodeBefore;
    if (!neighbor) return false;
    const to = selection.from + step * neighbor.nodeSize;
    if (dispatch) {
      tr.delete(selection.from, selection.to).insert(to, node);
      tr.setSelection(NodeSelection.create(tr.doc, to)).scrollIntoView();
    }
    return true;
  };
}
