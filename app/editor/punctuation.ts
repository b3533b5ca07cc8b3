/** Opening and closing quotation marks, and the dash between two clauses. */
export type PunctuationMarks = {
  double: readonly [open: string, close: string];
  single: readonly [open: string, close: string];
  dash: string;
};

const english: PunctuationMarks = { double: ['“', '”'], single: ['‘', '’'], dash: '—' };

const marksOfLanguage = new Map<string, PunctuationMarks>([
  ['en', english],
  ['de', { double: ['„', '“'], single: ['‚', '‘'], dash: '–' }],
  ['fr', { double: ['«\u00A0', '\u00A0»'], single: ['‹\u00A0', '\u00A0›'], dash: '—' }],
  ['es', { double: ['«', '»'], single: ['‘', '’'], dash: '—' }],
  ['it', { double: ['«', '»'], single: ['‘', '’'], dash: '–' }],
  ['pt', { double: ['“', '”'], single: ['‘', '’'], dash: '—' }],
  ['nl', { double: ['“', '”'], single: ['‘', '’'], dash: '–' }],
  ['ru', { double: ['«', '»'], single: ['„', '“'], dash: '—' }],
  ['uk', { double: ['«', '»'], single: ['„', '“'], dash: '—' }],
  ['el', { double: ['«', '»'], single: ['“', '”'], dash: '—' }],
  ['ja', { double: ['「', '」'], single: ['『', '』'], dash: '——' }],
  ['zh', { double: ['“', '”'], single: ['‘', '’'], dash: '——' }],
]);

/** @param language as `lang` has it; null or unknown: as in English */
export function marksOf(language: string | null): PunctuationMarks {
  return marksOfLanguage.get(language?.split('-')[0]?.toLowerCase() ?? 'en') ?? english;
}

/** Whether a quotation mark after `before` opens: at the start, and after a space, a bracket, a dash or another mark. */
export function isOpening(before: string): boolean {
  return before === '' || /[\s([{\u2013\u2014\u00AB\u2018\u201C\u201E/-]$/u.test(before);
}
