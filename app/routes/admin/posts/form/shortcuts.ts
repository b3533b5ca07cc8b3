type ShortcutGroup = { name: string; keys: readonly (readonly [keys: string, does: string])[] };

/** The list that `?` shows. `Mod` is Ctrl, or Cmd on a Mac. */
export const shortcuts: readonly ShortcutGroup[] = [
  {
    name: 'Post',
    keys: [
      ['Mod S', 'Save and stay'],
      ['Mod Enter', 'Publish, or save the changes of a published post, after a question'],
      ['Enter', 'From the title to the text'],
      ['?', 'Show this list'],
    ],
  },
  {
    name: 'Text',
    keys: [
      ['Mod B', 'Bold'],
      ['Mod I', 'Italic'],
      ['Mod U', 'Underline'],
      ['Mod Shift S', 'Strike'],
      ['Mod E', 'Inline code'],
      ['Mod ,', 'Subscript'],
      ['Mod .', 'Superscript'],
      ['Mod K', 'Link'],
      ['Mod \\', 'Clear formatting'],
    ],
  },
  {
    name: 'Paragraphs',
    keys: [
      ['Mod Alt 1–6', 'Heading 1 to 6'],
      ['Mod Alt 0', 'Text'],
      ['Mod Shift 7', 'Ordered list'],
      ['Mod Shift 8', 'Bullet list'],
      ['Mod ]', 'Indent'],
      ['Mod [', 'Outdent'],
      ['Mod Shift L', 'Align left'],
      ['Mod Shift E', 'Align center'],
      ['Mod Shift R', 'Align right'],
      ['Mod Shift J', 'Justify'],
      ['Mod Shift B', 'Blockquote'],
      ['Mod Alt C', 'Code block'],
      ['Mod Alt F', 'Footnote, and Enter to go back to the text'],
    ],
  },
  {
    name: 'Editor',
    keys: [
      ['Mod Z', 'Undo'],
      ['Mod Shift Z', 'Redo'],
      ['/', 'Insert images, videos, tables and more'],
      ['Alt F10', 'To the toolbar'],
    ],
  },
];
