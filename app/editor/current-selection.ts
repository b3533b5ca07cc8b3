import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * A key acts on the selection that stands when it is pressed. The browser tells of a new selection a moment after the
 * press that made it; a key that comes sooner, as those of voice control and of scripts do, would act on the one before.
 */
export const FreshSelection = Extension.create({
  name: 'freshSelection',

  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: (view, event) => {
            if (!event.isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
            return false;
          },
        },
      },
    }),
  ],
});
