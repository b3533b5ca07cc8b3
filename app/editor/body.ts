import { Extension } from '@tiptap/core';
import { DOMParser as BodyParser, type Node, type Schema } from '@tiptap/pm/model';
import { closeHistory } from '@tiptap/pm/history';
import { TextSelection } from '@tiptap/pm/state';

import { createBodyWriter, type BodyWriter } from './write-html.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    body: {
      /** Puts another text in the place of this one, as one step that can be undone. */
      setBody: (html: string) => ReturnType;
    };
  }
  interface Storage {
    body: BodyWriter;
  }
}

/** How the text comes in and goes out. */
export const Body = Extension.create<Record<string, never>, BodyWriter>({
  name: 'body',

  addStorage: createBodyWriter,

  addKeyboardShortcuts() {
    return {
      'Mod-a': ({ editor }) => {
        const selection = everyWord(editor.state.doc);
        if (selection === null) return false;
        editor.view.dispatch(editor.state.tr.setSelection(selection));
        return true;
      },
    };
  },

  addCommands() {
    return {
      setBody:
        (html) =>
        ({ tr, state }) => {
          closeHistory(tr).replaceWith(0, tr.doc.content.size, readBody(state.schema, html).content);
          return true;
        },
    };
  },
});

/**
 * All that was written, without the empty line that the editor keeps below it: a heading given to everything is not
 * given to that. Null where words are not the first and the last of it.
 */
function everyWord(doc: Node): TextSelection | null {
  let [count, end] = [doc.childCount, doc.content.size];
  while (count > 1 && isBlank(doc.child(count - 1))) {
    end -= doc.child(count - 1).nodeSize;
    count -= 1;
  }
  const written = [doc.firstChild, doc.child(count - 1)];
  if (!written.every((node) => node && wordy.has(node.type.name))) return null;
  const selection = TextSelection.between(doc.resolve(0), doc.resolve(end));
  return selection instanceof TextSelection ? selection : null;
}

function isBlank(node: Node): boolean {
  return node.type.name === 'paragraph' && node.childCount === 0;
}

const wordy = new Set(['paragraph', 'heading', 'bulletList', 'orderedList', 'blockquote', 'codeBlock']);

/** Reads HTML as a browser does. The library's own way drops line breaks between words that stand in elements. */
export function readBody(schema: Schema, html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return BodyParser.fromSchema(schema).parse(body);
}
