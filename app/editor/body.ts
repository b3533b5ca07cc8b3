import { Extension, type Editor } from '@tiptap/core';
import { DOMParser as BodyParser, type Fragment, type Node, type Schema } from '@tiptap/pm/model';
import { closeHistory } from '@tiptap/pm/history';
import { NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';

import { addSummaries } from './blocks/collapsible.ts';
import { withFootnotesInOrder } from './blocks/footnotes.ts';
import { pasteBlocks, wordy } from './insert-blocks.ts';
import { createBodyWriter, type BodyWriter } from './write-html.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    body: {
      /**
       * Puts another text in the place of this one, as one step that can be undone. Blocks that are the same before and
       * after stay, with the selection in them, and so do images on their way.
       */
      setBody: (html: string) => ReturnType;
    };
  }
  interface Storage {
    body: BodyWriter;
  }
}

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
      // From a block that is selected as a whole the browser knows no way there.
      'Mod-Home': ({ editor }) => isBlockSelected(editor) && editor.commands.focus('start'),
      'Mod-End': ({ editor }) => isBlockSelected(editor) && editor.commands.focus('end'),
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          handlePaste: (view, { clipboardData }, slice) => {
            const html = clipboardData?.getData('text/html');
            const { parent } = view.state.selection.$from;
            // Plain text goes on in the line, and so does what was cut out of one of its kind.
            if (
              html === '' ||
              (html?.includes('data-pm-slice') && slice.content.firstChild?.type === parent.type)
            )
              return false;
            const { tr } = view.state;
            if (!pasteBlocks(tr, slice)) return false;
            view.dispatch(tr.setMeta('uiEvent', 'paste').scrollIntoView());
            return true;
          },
          // A selected block is never written over: text that is typed goes on behind it.
          handleTextInput: (view, _from, _to, words) => {
            const { selection, schema, tr } = view.state;
            const line = schema.nodes['paragraph'];
            if (!(selection instanceof NodeSelection) || !line) return false;
            const text = schema.text(words);
            const isBlock = selection.node.isBlock;
            tr.insert(selection.to, isBlock ? line.create(null, text) : text);
            const end = TextSelection.create(tr.doc, selection.to + (isBlock ? 1 : 0) + words.length);
            view.dispatch(tr.setSelection(end).scrollIntoView());
            return true;
          },
        },
      }),
    ];
  },

  addCommands() {
    return {
      setBody:
        (html) =>
        ({ tr, state }) => {
          replaceDifferent(closeHistory(tr), readBody(state.schema, html).content);
          return true;
        },
    };
  },
});

function replaceDifferent(tr: Transaction, next: Fragment): void {
  const { content: now } = tr.doc;
  const least = Math.min(now.childCount, next.childCount);
  let start = 0;
  while (start < least && now.child(start).eq(next.child(start))) start += 1;
  let end = 0;
  while (end < least - start && now.child(now.childCount - 1 - end).eq(next.child(next.childCount - 1 - end)))
    end += 1;
  const replaced = now.content.slice(start, now.childCount - end);
  const [from, size] = [sizeOf(now.content.slice(0, start)), sizeOf(replaced)];
  tr.replaceWith(from, from + size, [
    ...next.content.slice(start, next.childCount - end),
    ...replaced.filter(({ type }) => type.name === 'upload'),
  ]);
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((size, { nodeSize }) => size + nodeSize, 0);
}

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

function isBlockSelected({ state: { selection } }: Editor): boolean {
  return selection instanceof NodeSelection && selection.node.isBlock;
}

function isBlank(node: Node): boolean {
  return node.type.name === 'paragraph' && node.childCount === 0;
}

/** Reads HTML as a browser does. The library's own way drops line breaks between words that stand in elements. */
export function readBody(schema: Schema, html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  addSummaries(body);
  return withFootnotesInOrder(BodyParser.fromSchema(schema).parse(body));
}
