import { Extension } from '@tiptap/core';

import { controls, paragraph } from './controls.ts';

/** What a control says are its keys, are. */
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
        return [[keymapName(shortcut), act]];
      }),
    );
  },
});

/** A capital letter would mean the Shift key. */
function keymapName(shortcut: string): string {
  return shortcut.replaceAll('+', '-').replace(/[A-Z]$/, (letter) => letter.toLowerCase());
}
