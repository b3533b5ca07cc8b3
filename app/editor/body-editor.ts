import { Editor, type TiptapEditorHTMLElement } from '@tiptap/core';

import { readBody } from './body.ts';
import type { PendingImages, UploadImage } from './services.ts';
import { cleanPaste } from './paste/clean-paste.ts';
import { bodyExtensions } from './extensions.ts';
import { countPendingImages, placeForData } from './uploads.ts';

/** The editor of a text, for the form around it. */
export type ContentHandle = {
  /** The text as HTML. What did not change since the last call is not written again. */
  html: () => string;
  /** Replaces what differs in the text, as one step that can be undone. */
  setHtml: (html: string) => void;
  /** HTML as the editor would write it, so that two texts differ only where one of them was edited. */
  rewrite: (html: string) => string;
  focus: () => void;
};

export type BodyEditor = ContentHandle & {
  editor: Editor;
  /**
   * Calls back for each change of the text, and of the numbers of images that are not part of it yet; also for what was
   * changed before. @returns what ends it
   */
  follow: (onChange: () => void, onImages: (images: PendingImages) => void) => () => void;
};

/**
 * The editor in this place: the one that has begun there already, else a new one. It needs nothing of the framework, so
 * that a text can be typed before the form around it works.
 * @param html the text of a new one
 */
export function bodyEditorIn(place: Element, html: string, uploadImage: UploadImage): BodyEditor {
  const begun = place.querySelector<TiptapEditorHTMLElement>('.rich-text')?.editor;
  const editor = begun ?? createBodyEditor('Content', html, uploadImage);
  if (!begun) {
    editor.mount(place);
    keepSelectionFromReact(editor.view.dom);
  }
  return {
    editor,
    html: () => editor.storage.body.write(editor.state.doc),
    setHtml: (next) => void editor.commands.setBody(next),
    rewrite: (given) => editor.storage.body.write(readBody(editor.schema, given)),
    focus: () => {
      editor.commands.setTextSelection(0);
      // At once: the library's own command waits for a frame, and the next key may be sooner.
      editor.view.focus();
    },
    follow: (onChange, onImages) => followChanges(editor, onChange, onImages),
  };
}

function followChanges(editor: Editor, ...[onChange, onImages]: Parameters<BodyEditor['follow']>) {
  let pending: PendingImages = { underWay: 0, failed: 0 };
  const noteImages = () => {
    const now = countPendingImages(editor);
    if (now.underWay === pending.underWay && now.failed === pending.failed) return;
    pending = now;
    onImages(now);
  };
  const noteChange = () => {
    onChange();
    noteImages();
  };
  editor.on('update', noteChange);
  editor.on('uploads', noteImages);
  if (editor.can().undo()) noteChange();
  return () => {
    editor.off('update', noteChange);
    editor.off('uploads', noteImages);
  };
}

/**
 * An editor of a body, not yet in the page. What the author is told is its event `notice`.
 * @param label the accessible name of its text field
 */
function createBodyEditor(label: string, html: string, uploadImage: UploadImage): Editor {
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
function keepSelectionFromReact(element: HTMLElement): void {
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
