import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

export type Match = { from: number; to: number };
type Found = { query: string; matchCase: boolean; matches: Match[]; current: number };

/** More are counted, but neither shown nor replaced one by one. */
export const maxMatches = 5000;

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    find: {
      /** Marks every place of the words; '' ends the search. */
      find: (query: string, options?: { matchCase?: boolean }) => ReturnType;
      /** Goes to the next (1), the previous (-1) or the current (0) place. */
      goToMatch: (step: 1 | -1 | 0) => ReturnType;
      replaceMatch: (words: string) => ReturnType;
      replaceAllMatches: (words: string) => ReturnType;
    };
  }
}

const nothing: Found = { query: '', matchCase: false, matches: [], current: -1 };
const key = new PluginKey<Found>('find');

export const Find = Extension.create({
  name: 'find',

  addCommands() {
    return {
      find:
        (query, { matchCase = false } = {}) =>
        ({ tr, state }) => {
          const matches = matchesIn(state.doc, query, matchCase);
          const at = matches.findIndex(({ from }) => from >= state.selection.from);
          setQuery(tr, { query, matchCase, matches, current: matches.length === 0 ? -1 : Math.max(0, at) });
          return true;
        },
      goToMatch:
        (step) =>
        ({ tr, state }) => {
          const { matches, current } = foundIn(state);
          if (matches.length === 0) return false;
          const next = (current + step + matches.length) % matches.length;
          const match = matches[next];
          if (match) tr.setSelection(TextSelection.create(tr.doc, match.from, match.to)).scrollIntoView();
          setQuery(tr, { current: next });
          return true;
        },
      replaceMatch:
        (words) =>
        ({ tr, state }) => {
          const { matches, current } = foundIn(state);
          const match = matches[current];
          if (!match) return false;
          replace(tr, match, words);
          return true;
        },
      replaceAllMatches:
        (words) =>
        ({ tr, state }) => {
          const { matches } = foundIn(state);
          for (const match of matches.toReversed()) replace(tr, match, words);
          return matches.length > 0;
        },
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin<Found>({
        key,
        state: {
          init: () => nothing,
          apply(tr, found) {
            const set = tr.getMeta(key) as Partial<Found> | undefined;
            const next = set ? { ...found, ...set } : found;
            if (!tr.docChanged || next.query === '') return next;
            const matches = matchesIn(tr.doc, next.query, next.matchCase);
            return { ...next, matches, current: Math.min(next.current, matches.length - 1) };
          },
        },
        props: {
          decorations(state) {
            const { matches, current } = foundIn(state);
            if (matches.length === 0) return null;
            return DecorationSet.create(
              state.doc,
              matches.map(({ from, to }, index) =>
                Decoration.inline(from, to, { class: index === current ? 'match is-current' : 'match' }),
              ),
            );
          },
        },
      }),
    ];
  },
});

export function foundIn(state: Parameters<typeof key.getState>[0]): Found {
  return key.getState(state) ?? nothing;
}

function setQuery(tr: Transaction, value: Partial<Found>) {
  return tr.setMeta(key, value).setMeta('addToHistory', false);
}

function replace(tr: Transaction, { from, to }: Match, words: string) {
  const marks = tr.doc.resolve(from).nodeAfter?.marks ?? [];
  if (words === '') tr.delete(from, to);
  else tr.replaceWith(from, to, tr.doc.type.schema.text(words, marks));
}

/** Within one block each; what is no text in between (an image, a line break) ends a word. */
export function matchesIn(doc: Node, query: string, matchCase: boolean): Match[] {
  if (query === '') return [];
  const wanted = matchCase ? query : query.toLowerCase();
  const matches: Match[] = [];
  doc.descendants((node, at) => {
    if (!node.isTextblock) return matches.length < maxMatches;
    const text = node.textBetween(0, node.content.size, undefined, '\uFFFC');
    // Letters that grow when they are lowered would shift every place after them.
    const lowered = matchCase ? text : text.toLowerCase();
    const searched = lowered.length === text.length ? lowered : text;
    for (
      let index = searched.indexOf(wanted);
      index !== -1 && matches.length < maxMatches;
      index = searched.indexOf(wanted, index + wanted.length)
    ) {
      matches.push({ from: at + 1 + index, to: at + 1 + index + wanted.length });
    }
    return false;
  });
  return matches;
}
