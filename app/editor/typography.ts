import { Extension, InputRule, type Editor } from '@tiptap/core';

import type { BodyRules } from './body-rules.ts';
import { isOpening, marksOf, type PunctuationMarks } from './punctuation.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    typography: {
      /** Switches typographic quotes and dashes on or off, for every text written in this browser. */
      toggleTypography: () => ReturnType;
    };
  }
  interface Storage {
    typography: { isOn: boolean };
  }
}

const storageKey = 'anyforge-typography';

/** Characters of the text by which its language is recognized. */
const sample = 6_000;

/** Replaces straight quotes, double hyphens and three dots while they are typed; Backspace brings them back. */
export function typography({ detectLanguage }: Pick<BodyRules, 'detectLanguage'>) {
  return Extension.create<Record<string, never>, { isOn: boolean }>({
    name: 'typography',
    addStorage: () => ({ isOn: readSwitch() }),

    addCommands() {
      return {
        toggleTypography: () => () => {
          this.storage.isOn = !this.storage.isOn;
          writeSwitch(this.storage.isOn);
          return true;
        },
      };
    },

    addInputRules() {
      const { storage, editor } = this;
      /** @param typed characters at the end of what is found, which the replacement takes the place of */
      const rule = (
        find: RegExp,
        typed: number,
        replacement: (before: string, marks: PunctuationMarks) => string,
      ) =>
        new InputRule({
          find: (text) => {
            const match = storage.isOn ? find.exec(text) : null;
            return match && { index: match.index, text: match[0] };
          },
          handler: ({ state, range, match: [found] }) => {
            const before = found.slice(0, -typed);
            const words = replacement(before, marksOf(languageIn(editor)));
            state.tr.insertText(words, range.from + before.length, range.to);
          },
        });
      return [
        rule(/(?:^|[^"])"$/s, 1, (before, { double }) => double[isOpening(before) ? 0 : 1]),
        rule(/(?:^|[^'])'$/s, 1, (before, { single }) => {
          if (isOpening(before)) return single[0];
          return /[\p{L}\p{N}]$/u.test(before) ? '\u2019' : single[1];
        }),
        rule(/\S ?--$/s, 2, (_, { dash }) => dash),
        rule(/(?:^|[^.])\.\.\.$/s, 3, () => '\u2026'),
      ];
    },
  });

  function languageIn({ state: { doc } }: Editor): string | null {
    return detectLanguage(doc.textBetween(0, Math.min(doc.content.size, sample), '\n', ' '));
  }
}

function readSwitch(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'on';
  } catch {
    return false;
  }
}

function writeSwitch(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // Storage is full or blocked: the switch holds for this text.
  }
}
