import { Extension, type Editor } from '@tiptap/core';
import {
  AlignCenter, AlignJustify, AlignLeft, AlignRight, Bold, Code, Heading1, Heading2, Heading3, Heading4, Heading5,
  Heading6, IndentDecrease, IndentIncrease, Italic, List, ListOrdered, Minus, Pilcrow, Quote, Redo2,
  RemoveFormatting, SquareCode, Strikethrough, Subscript, Superscript, Table, Underline, Undo2,
  type LucideIcon,
} from 'lucide-react'; // prettier-ignore

/** Something that the editor can do, wherever it is offered: in the toolbar, the `/` menu or by its keys. */
export type Control = {
  /** Its accessible name. */
  name: string;
  icon: LucideIcon;
  /** With `Mod` for Ctrl or ⌘. */
  shortcut?: string;
  /** Whether it is pressed; absent for controls that do something once. */
  isActive?: (editor: Editor) => boolean;
  canRun?: (editor: Editor) => boolean;
  run: (editor: Editor) => void;
};

const headingIcons = [Heading1, Heading2, Heading3, Heading4, Heading5, Heading6];
const levels = [1, 2, 3, 4, 5, 6] as const;

export const headings = levels.map((level, index): Control => ({
  name: `Heading ${level}`,
  icon: headingIcons[index] ?? Heading1,
  shortcut: `Mod+Alt+${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
}));

export const paragraph: Control = {
  name: 'Text',
  icon: Pilcrow,
  shortcut: 'Mod+Alt+0',
  run: (editor) => editor.chain().focus().setParagraph().run(),
};

export const history: Control[] = [
  {
    name: 'Undo',
    icon: Undo2,
    shortcut: 'Mod+Z',
    canRun: (editor) => editor.can().undo(),
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: 'Redo',
    icon: Redo2,
    shortcut: 'Mod+Shift+Z',
    canRun: (editor) => editor.can().redo(),
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

export const marks: Control[] = [
  {
    name: 'Bold',
    icon: Bold,
    shortcut: 'Mod+B',
    isActive: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'Italic',
    icon: Italic,
    shortcut: 'Mod+I',
    isActive: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'Underline',
    icon: Underline,
    shortcut: 'Mod+U',
    isActive: (editor) => editor.isActive('underline'),
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'Strike',
    icon: Strikethrough,
    shortcut: 'Mod+Shift+S',
    isActive: (editor) => editor.isActive('strike'),
    run: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'Inline code',
    icon: Code,
    shortcut: 'Mod+E',
    isActive: (editor) => editor.isActive('code'),
    run: (editor) => editor.chain().focus().toggleCode().run(),
  },
  {
    name: 'Subscript',
    icon: Subscript,
    shortcut: 'Mod+,',
    isActive: (editor) => editor.isActive('subscript'),
    run: (editor) => editor.chain().focus().unsetMark('superscript').toggleMark('subscript').run(),
  },
  {
    name: 'Superscript',
    icon: Superscript,
    shortcut: 'Mod+.',
    isActive: (editor) => editor.isActive('superscript'),
    run: (editor) => editor.chain().focus().unsetMark('subscript').toggleMark('superscript').run(),
  },
];

export const lists: Control[] = [
  {
    name: 'Ordered list',
    icon: ListOrdered,
    shortcut: 'Mod+Shift+7',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Bullet list',
    icon: List,
    shortcut: 'Mod+Shift+8',
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
];

export const indents: Control[] = [
  {
    name: 'Outdent',
    icon: IndentDecrease,
    shortcut: 'Mod+[',
    canRun: (editor) => editor.can().moveIndent(-1),
    run: (editor) => editor.chain().focus().moveIndent(-1).run(),
  },
  {
    name: 'Indent',
    icon: IndentIncrease,
    shortcut: 'Mod+]',
    canRun: (editor) => editor.can().moveIndent(1),
    run: (editor) => editor.chain().focus().moveIndent(1).run(),
  },
];

export const alignments: Control[] = (
  [
    ['Align left', AlignLeft, 'L', null],
    ['Align center', AlignCenter, 'E', 'center'],
    ['Align right', AlignRight, 'R', 'right'],
    ['Justify', AlignJustify, 'J', 'justify'],
  ] as const
).map(([name, icon, key, align]) => ({
  name,
  icon,
  shortcut: `Mod+Shift+${key}`,
  isActive: (editor) => editor.isActive({ align }),
  run: (editor) => editor.chain().focus().setAlign(align).run(),
}));

export const quote: Control = {
  name: 'Blockquote',
  icon: Quote,
  shortcut: 'Mod+Shift+B',
  isActive: (editor) => editor.isActive('blockquote'),
  run: (editor) => editor.chain().focus().toggleBlockquote().run(),
};

export const codeBlock: Control = {
  name: 'Code block',
  icon: SquareCode,
  shortcut: 'Mod+Alt+C',
  isActive: (editor) => editor.isActive('codeBlock'),
  run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
};

export const table: Control = {
  name: 'Table',
  icon: Table,
  canRun: (editor) => !editor.isActive('table') && !editor.isActive('codeBlock'),
  run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
};

export const rule: Control = {
  name: 'Horizontal rule',
  icon: Minus,
  run: (editor) => editor.chain().focus().setHorizontalRule().run(),
};

export const clearFormatting: Control = {
  name: 'Clear formatting',
  icon: RemoveFormatting,
  shortcut: 'Mod+\\',
  run: (editor) =>
    editor
      .chain()
      .focus()
      .unsetAllMarks()
      .clearNodes()
      .setAlign(null)
      .resetAttributes('paragraph', 'indent')
      .run(),
};

/** Those of the toolbar that need nothing but the text. */
export const controls: readonly Control[] = [
  ...history, ...headings, ...marks, ...lists, ...indents, ...alignments, quote, codeBlock, table, rule, clearFormatting,
]; // prettier-ignore

/** Binds the shortcut of every control. */
export const ControlKeys = Extension.create({
  name: 'controlKeys',

  addKeyboardShortcuts() {
    return Object.fromEntries(
      [...controls, paragraph].flatMap(({ shortcut, run }) => {
        if (shortcut === undefined) return [];
        const act = () => {
          run(this.editor);
          return true;
        };
        // In the keymap an upper-case key would mean Shift.
        return [[shortcut.replaceAll('+', '-').replace(/[A-Z]$/, (key) => key.toLowerCase()), act]];
      }),
    );
  },
});
