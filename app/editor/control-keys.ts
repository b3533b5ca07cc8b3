import { Extension } from '@tiptap/core';

import { controls, paragraph } from './controls.ts';

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
        return [[keymapName(shortcut), act]];
      }),
    );
  },
});

/** In the keymap an upper-case key would mean Shift. */
function keymapName(shortcut: string): string {
  return shortcut.replaceAll('+', '-').replace(/[A-Z]$/, (key) => key.toLowerCase());
}
