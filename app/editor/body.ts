import { Extension } from '@tiptap/core';
import { DOMParser as BodyParser, type Node, type Schema } from '@tiptap/pm/model';

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

  addCommands() {
    return {
      setBody:
        (html) =>
        ({ tr, state }) => {
          tr.replaceWith(0, tr.doc.content.size, readBody(state.schema, html).content);
          return true;
        },
    };
  },
});

/** Reads HTML as a browser does. The library's own way drops line breaks between words that stand in elements. */
export function readBody(schema: Schema, html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return BodyParser.fromSchema(schema).parse(body);
}
