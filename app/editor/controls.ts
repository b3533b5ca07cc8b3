import type { Editor } from '@tiptap/core';
import {
  Bold, Code, Heading1, Heading2, Heading3, Heading4, Heading5, Heading6, IndentDecrease, IndentIncrease, Italic, Link,
  List, ListOrdered, Minus, Quote, Redo2, RemoveFormatting, SquareCode, Strikethrough, Underline, Undo2,
  type LucideIcon,
} from 'lucide-react'; // prettier-ignore

/** One control of the toolbar. Adding a control is adding an entry. */
export type Control = {
  /** Its accessible name. */
  name: string;
  icon: LucideIcon;
  /** As a person reads it, with `Mod` for Ctrl or ⌘. */
  shortcut?: string;
  /** Whether it is pressed; absent for controls that do something once. */
  isActive?: (editor: Editor) => boolean;
  canRun?: (editor: Editor) => boolean;
  /** Absent where the toolbar asks something first. */
  run?: (editor: Editor) => void;
};

const headingIcons = [Heading1, Heading2, Heading3, Heading4, Heading5, Heading6];
const levels = [1, 2, 3, 4, 5, 6] as const;

const headings = levels.map((level, index): Control => ({
  name: `Heading ${level}`,
  icon: headingIcons[index] ?? Heading1,
  shortcut: `Mod+Alt+${level}`,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
}));

/** Groups are set apart by a line. */
export const controlGroups: Control[][] = [
  headings,
  [
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
    { name: 'Link', icon: Link, shortcut: 'Mod+K', isActive: (editor) => editor.isActive('link') },
  ],
  [
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
    {
      name: 'Indent',
      icon: IndentIncrease,
      shortcut: 'Tab',
      canRun: (editor) => editor.can().sinkListItem('listItem'),
      run: (editor) => editor.chain().focus().sinkListItem('listItem').run(),
    },
    {
      name: 'Outdent',
      icon: IndentDecrease,
      shortcut: 'Shift+Tab',
      canRun: (editor) => editor.can().liftListItem('listItem'),
      run: (editor) => editor.chain().focus().liftListItem('listItem').run(),
    },
  ],
  [
    {
      name: 'Blockquote',
      icon: Quote,
      shortcut: 'Mod+Shift+B',
      isActive: (editor) => editor.isActive('blockquote'),
      run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    },
    {
      name: 'Code block',
      icon: SquareCode,
      shortcut: 'Mod+Alt+C',
      isActive: (editor) => editor.isActive('codeBlock'),
      run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    },
    {
      name: 'Horizontal rule',
      icon: Minus,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
  [
    {
      name: 'Clear formatting',
      icon: RemoveFormatting,
      run: (editor) => editor.chain().focus().unsetAllMarks().clearNodes().run(),
    },
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
  ],
];
