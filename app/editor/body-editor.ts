import { Editor } from '@tiptap/core';

import { readBody } from './body.ts';
import type { UploadImage } from './services.ts';
import { cleanPaste } from './paste/clean-paste.ts';
import { bodyExtensions } from './extensions.ts';
import { placeForData } from './uploads.ts';

/**
 * An editor of a body, not yet in the page. What the author is told is its event `notice`.
 * @param label the accessible name of its text field
 */
export function createBodyEditor(label: string, html: string, uploadImage: UploadImage): Editor {
  const editor = new Editor({
    element: null,
    extensions: bodyExtensions(uploadImage),
    onBeforeCreate: ({ editor: created }) => {
      created.options.content = readBody(created.schema, html).toJSON();
    },
    // Its styles are in editor.css: the page's policy lets no script write a style sheet.
    injectCSS: false,
    // A lone star in a pasted text is a star: Markdown is read as a whole, or not at all.
    enablePasteRules: ['link'],
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-label': label,
        'aria-multiline': 'true',
        dir: 'auto',
        class: 'rich-text',
      },
      transformPastedHTML: (pasted) => {
        let removed = 0;
        const cleaned = cleanPaste(pasted, (image) => {
          const place = placeForData(editor, image.getAttribute('src') ?? '');
          if (!place) removed += 1;
          return place;
        });
        if (removed > 0) editor.emit('notice', { message: removedImagesMessage(removed) });
        return cleaned;
      },
    },
  });
  return editor;
}

/**
 * Frees React from reading where the caret is. At each commit React walks through all nodes of the contenteditable
 * element that has the focus, to bring back its selection should the focus be lost: with a key for every commit this is
 * the slowest part of typing in a long text. Of an element with these properties, as fields have them, it reads two
 * numbers instead (react-dom, `getSelectionInformation`). The editor brings back its selection by itself.
 */
export function keepSelectionFromReact(element: HTMLElement): void {
  const ignored = { get: () => 0, set: () => {}, configurable: true };
  Object.defineProperties(element, {
    selectionStart: ignored,
    selectionEnd: ignored,
    value: { value: '', configurable: true },
  });
}

function removedImagesMessage(count: number): string {
  return count === 1
    ? 'An image on another site was left out. Save it and add it here.'
    : `${count} images on other sites were left out. Save them and add them here.`;
}
