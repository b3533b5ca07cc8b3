import { Extension, InputRule, type Editor } from '@tiptap/core';

import type { BodyRules } from './body-rules.ts';

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

type Quotes = readonly [open: string, close: string];
type PunctuationMarks = { double: Quotes; single: Quotes; dash: string };

const english: PunctuationMarks = { double: ['“', '”'], single: ['‘', '’'], dash: '—' };

const marksOfLanguage: Readonly<Record<string, PunctuationMarks>> = {
  de: { double: ['„', '“'], single: ['‚', '‘'], dash: '–' },
  fr: { double: ['«\u00A0', '\u00A0»'], single: ['‹\u00A0', '\u00A0›'], dash: '—' },
  es: { double: ['«', '»'], single: ['‘', '’'], dash: '—' },
  it: { double: ['«', '»'], single: ['‘', '’'], dash: '–' },
  pt: english,
  nl: { ...english, dash: '–' },
  ru: { double: ['«', '»'], single: ['„', '“'], dash: '—' },
  uk: { double: ['«', '»'], single: ['„', '“'], dash: '—' },
  el: { double: ['«', '»'], single: ['“', '”'], dash: '—' },
  ja: { double: ['「', '」'], single: ['『', '』'], dash: '——' },
  zh: { ...english, dash: '——' },
};

/**
 * What the straight quote, two hyphens or three dots at the end of a text become; null where there are none.
 * @param language as `lang` has it; null or unknown: as in English
 */
export function replaceTyped(
  text: string,
  language: string | null,
): { typed: string; replacement: string } | null {
  const { double, single, dash } = marksOfLanguage[language?.split('-')[0]?.toLowerCase() ?? ''] ?? english;
  if (/\S ?--$/.test(text)) return { typed: '--', replacement: dash };
  if (/(?:^|[^.])\.\.\.$/.test(text)) return { typed: '...', replacement: '…' };
  const typed = text.at(-1);
  if (typed !== '"' && typed !== "'") return null;
  const before = text.slice(0, -1);
  if (before.endsWith(typed)) return null;
  const isOpening =
    /(?:^|[\s([{\u2013\u2014/-])$/u.test(before) ||
    [double[0], single[0]].some((open) => before.endsWith(open));
  const isApostrophe = typed === "'" && /[\p{L}\p{N}]$/u.test(before);
  if (isApostrophe) return { typed, replacement: '\u2019' };
  return { typed, replacement: (typed === '"' ? double : single)[isOpening ? 0 : 1] };
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
      return [
        new InputRule({
          find: (text) => {
            if (!this.storage.isOn || !/["'.-]$/.test(text)) return null;
            const found = replaceTyped(text, languageIn(this.editor));
            if (!found) return null;
            const { typed, replacement } = found;
            return { index: text.length - typed.length, text: typed, data: { replacement } };
          },
          handler: ({ state, range, match: { data } }) => {
            state.tr.insertText(String(data?.['replacement']), range.from, range.to);
          },
        }),
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
