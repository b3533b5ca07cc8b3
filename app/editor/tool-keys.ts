import { Extension } from '@tiptap/core';
import { keydownHandler } from '@tiptap/pm/keymap';
import { Plugin, type Command } from '@tiptap/pm/state';

declare module '@tiptap/core' {
  interface Storage {
    toolKeys: { bindings: Record<string, Command> };
  }
}

/** Keys of the tools, which come after the text and then bind them in its storage. */
export const ToolKeys = Extension.create({
  name: 'toolKeys',

  addStorage: (): { bindings: Record<string, Command> } => ({ bindings: {} }),

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handleKeyDown: (view, event) => keydownHandler(this.storage.bindings)(view, event),
        },
      }),
    ];
  },
});
