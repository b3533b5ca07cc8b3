import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

import { unwrapRedirect } from '#domain/html/link.ts';
import { readVideo } from '#domain/html/video.ts';
import { insertBlock } from '../insert-blocks.ts';

/**
 * A pasted address: that of a video on an empty line becomes its player, and one that leads through a page of a search
 * engine becomes the address behind it.
 */
export const PasteAddress = Extension.create({
  name: 'pasteAddress',
  // Before a pasted address becomes a link.
  priority: 1_100,

  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          transformPastedText: (text) => (/^\s*https?:\/\/\S+\s*$/.test(text) ? unwrapRedirect(text) : text),
          handlePaste: (view, event) => {
            const { $from, empty } = view.state.selection;
            const isEmptyLine =
              empty && $from.parent.type.name === 'paragraph' && $from.parent.childCount === 0;
            const video = isEmptyLine && readVideo(event.clipboardData?.getData('text/plain') ?? '');
            if (!video) return false;
            const title = `${video.site} video`;
            return editor.commands.command(insertBlock('video', { src: video.player, title }));
          },
        },
      }),
    ];
  },
});
