import { findParentNode, Node, type Command } from '@tiptap/core';
import { Fragment } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';

/** A section that a reader opens. In the editor it is always open. */
export const Collapsible = Node.create({
  name: 'collapsible',
  group: 'block',
  content: 'collapsibleSummary block+',
  defining: true,

  addAttributes: () => ({
    open: {
      default: false,
      parseHTML: (element) => element.hasAttribute('open'),
      renderHTML: ({ open }) => (open === true ? { open: '' } : {}),
    },
  }),
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],

  // Not `details`: its summary would take clicks and the space bar for itself.
  addNodeView: () => () => {
    const dom = document.createElement('div');
    dom.className = 'collapsible';
    dom.role = 'group';
    dom.ariaLabel = 'Collapsible section';
    return { dom, contentDOM: dom };
  },

  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        const { $from } = editor.state.selection;
        if ($from.parent.type.name !== 'collapsibleSummary') return false;
        return editor.commands.setTextSelection($from.after() + 1);
      },
      Backspace: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const isAtStart =
          empty && $from.parentOffset === 0 && $from.parent.type.name === 'collapsibleSummary';
        return isAtStart && editor.commands.command(unwrapCollapsible);
      },
    };
  },
});

export const CollapsibleSummary = Node.create({
  name: 'collapsibleSummary',
  content: 'inline*',
  defining: true,
  selectable: false,
  parseHTML: () => [{ tag: 'details > summary' }],
  renderHTML: ({ HTMLAttributes }) => ['summary', HTMLAttributes, 0],
});

/** Gives each collapsible section of imported HTML the summary that the editor expects, empty where it has none. */
export function addSummaries(body: HTMLElement): void {
  for (const section of body.querySelectorAll('details'))
    if (section.firstElementChild?.localName !== 'summary')
      section.prepend(body.ownerDocument.createElement('summary'));
}

/** Puts the selected blocks into a collapsible section, with the caret in its summary. */
export const insertCollapsible: Command = ({ state, tr, dispatch }) => {
  const { collapsible, collapsibleSummary } = state.schema.nodes;
  const range = state.selection.$from.blockRange(state.selection.$to);
  if (!range || !collapsible || !collapsibleSummary) return false;
  const offset = range.$from.start(range.depth);
  const blocks = range.parent.content.cut(range.start - offset, range.end - offset);
  const content = Fragment.from(collapsibleSummary.create()).append(blocks);
  if (!collapsible.validContent(content)) return false;
  if (!range.parent.canReplaceWith(range.startIndex, range.endIndex, collapsible)) return false;
  if (dispatch) {
    tr.replaceRangeWith(range.start, range.end, collapsible.create(null, content));
    tr.setSelection(TextSelection.near(tr.doc.resolve(range.start + 2))).scrollIntoView();
  }
  return true;
};

/** Takes the blocks out of the collapsible section around the caret; its summary becomes a paragraph. */
export const unwrapCollapsible: Command = ({ state, tr, dispatch }) => {
  const { paragraph } = state.schema.nodes;
  const section = findParentNode(({ type }) => type.name === 'collapsible')(state.selection);
  if (!section || !paragraph) return false;
  const { pos, node } = section;
  const [summary, ...blocks] = node.children;
  const isSaid = summary !== undefined && summary.content.size > 0;
  const kept = isSaid ? [paragraph.create(null, summary.content), ...blocks] : blocks;
  if (dispatch) {
    tr.replaceWith(pos, pos + node.nodeSize, kept);
    tr.setSelection(TextSelection.near(tr.doc.resolve(pos + 1)));
  }
  return true;
};
