import type { ChainedCommands, Editor } from '@tiptap/core';
import {
  AlignCenter, AlignJustify, AlignLeft, AlignRight, Bold, Code, Heading1, Heading2, Heading3, Heading4, Heading5,
  Heading6, IndentDecrease, IndentIncrease, Italic, List, ListOrdered, Minus, Pilcrow, Quote, Redo2,
  RemoveFormatting, SquareCode, Strikethrough, Subscript, Superscript, Table, Underline, Undo2,
  type LucideIcon,
} from 'lucide-react'; // prettier-ignore

import { addLineBelow, insertBlock } from '../insert-blocks.ts';
import { moveIndent, setAlign } from '../text-style-marks.ts';

/** Something that the editor can do, wherever it is offered: in the toolbar, the `/` menu or by its keys. */
export type Control = {
  name: string;
  icon: LucideIcon;
  /** With `Mod` for Ctrl or ⌘. */
  shortcut?: string;
  /** True if it is pressed; absent for controls that do something once. */
  isActive?: (editor: Editor) => boolean;
  canRun?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
};

const headingIcons = [Heading1, Heading2, Heading3, Heading4, Heading5, Heading6];
const levels = [1, 2, 3, 4, 5, 6] as const;

/** A control that puts something on or takes it off. @param type of the mark or node that is active then */
function toggle(
  name: string,
  icon: LucideIcon,
  shortcut: string,
  type: string,
  run: (chain: ChainedCommands) => ChainedCommands,
  attributes: Record<string, unknown> = {},
): Control {
  return { ...once(name, icon, shortcut, run), isActive: (editor) => editor.isActive(type, attributes) };
}

/** A control that does something once. */
export function once(
  name: string,
  icon: LucideIcon,
  shortcut: string | undefined,
  run: (chain: ChainedCommands) => ChainedCommands,
): Control {
  return {
    name,
    icon,
    ...(shortcut === undefined ? {} : { shortcut }),
    run: (editor) => run(editor.chain().focus()).run(),
  };
}

/** The same, and it says whether that is possible. */
export function onceIfPossible(...[name, icon, shortcut, run]: Parameters<typeof once>): Control {
  return { ...once(name, icon, shortcut, run), canRun: (editor) => run(editor.can().chain()).run() };
}

export const headings = levels.map((level, index) =>
  toggle(
    `Heading ${level}`,
    headingIcons[index] ?? Heading1,
    `Mod+Alt+${level}`,
    'heading',
    (chain) => chain.toggleHeading({ level }),
    { level },
  ),
);

export const paragraph = once('Text', Pilcrow, 'Mod+Alt+0', (chain) => chain.setParagraph());

export const history: Control[] = [
  onceIfPossible('Undo', Undo2, 'Mod+Z', (chain) => chain.undo()),
  onceIfPossible('Redo', Redo2, 'Mod+Shift+Z', (chain) => chain.redo()),
];

export const marks: Control[] = [
  toggle('Bold', Bold, 'Mod+B', 'bold', (chain) => chain.toggleBold()),
  toggle('Italic', Italic, 'Mod+I', 'italic', (chain) => chain.toggleItalic()),
  toggle('Underline', Underline, 'Mod+U', 'underline', (chain) => chain.toggleUnderline()),
  toggle('Strike', Strikethrough, 'Mod+Shift+S', 'strike', (chain) => chain.toggleStrike()),
  toggle('Inline code', Code, 'Mod+E', 'code', (chain) => chain.toggleCode()),
  toggle('Subscript', Subscript, 'Mod+,', 'subscript', (chain) =>
    chain.unsetMark('superscript').toggleMark('subscript'),
  ),
  toggle('Superscript', Superscript, 'Mod+.', 'superscript', (chain) =>
    chain.unsetMark('subscript').toggleMark('superscript'),
  ),
];

export const lists: Control[] = [
  toggle('Ordered list', ListOrdered, 'Mod+Shift+7', 'orderedList', (chain) => chain.toggleOrderedList()),
  toggle('Bullet list', List, 'Mod+Shift+8', 'bulletList', (chain) => chain.toggleBulletList()),
];

export const indents: Control[] = [
  onceIfPossible('Indent', IndentIncrease, 'Mod+]', (chain) => chain.command(moveIndent(1))),
  onceIfPossible('Outdent', IndentDecrease, 'Mod+[', (chain) => chain.command(moveIndent(-1))),
];

export const alignments = (
  [
    ['Align left', AlignLeft, 'L', null],
    ['Align center', AlignCenter, 'E', 'center'],
    ['Align right', AlignRight, 'R', 'right'],
    ['Justify', AlignJustify, 'J', 'justify'],
  ] as const
).map(([name, icon, key, align]): Control => ({
  ...once(name, icon, `Mod+Shift+${key}`, (chain) => chain.command(setAlign(align))),
  isActive: (editor) => editor.isActive({ align }),
}));

export const quote = toggle('Blockquote', Quote, 'Mod+Shift+B', 'blockquote', (chain) =>
  chain.toggleBlockquote(),
);

export const codeBlock = toggle('Code block', SquareCode, 'Mod+Alt+C', 'codeBlock', (chain) =>
  chain.toggleCodeBlock().command(addLineBelow),
);

export const table: Control = {
  ...once('Table', Table, undefined, (chain) =>
    chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }).command(addLineBelow),
  ),
  canRun: (editor) => !editor.isActive('table') && !editor.isActive('codeBlock'),
};

export const rule = once('Horizontal rule', Minus, undefined, (chain) =>
  chain.command(insertBlock('horizontalRule')),
);

export const clearFormatting = once('Clear formatting', RemoveFormatting, 'Mod+\\', (chain) =>
  chain.unsetAllMarks().clearNodes().command(setAlign(null)).resetAttributes('paragraph', 'indent'),
);

/** Controls of the toolbar that need nothing but the text. */
export const controls: readonly Control[] = [
  ...history, ...headings, ...marks, ...lists, ...indents, ...alignments, quote, codeBlock, table, rule, clearFormatting,
]; // prettier-ignore

/** Binds the shortcut of every control. */
export function bindControlKeys(editor: Editor): void {
  editor.storage.toolKeys.bindings = Object.fromEntries(
    [...controls, paragraph].flatMap(({ shortcut, run }) => {
      if (shortcut === undefined) return [];
      const act = () => {
        run(editor);
        return true;
      };
      // In the keymap an upper-case key would mean Shift.
      return [[shortcut.replaceAll('+', '-').replace(/[A-Z]$/, (key) => key.toLowerCase()), act]];
    }),
  );
}
