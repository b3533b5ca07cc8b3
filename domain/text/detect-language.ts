/** Characters of a text that are enough to detect its language. */
const sample = 6_000;

/** Scripts that one language is written in, or nearly so; in the order in which they are tried. */
const scripts: [language: string, characters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['fa', /[پچژگ]/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['uk', /[іїєґ]/giu],
  ['ru', /[ыэъё]/giu],
];

/** Small words that a text of the language cannot do without. */
const smallWords: [language: string, words: string][] = [
  ['en', 'the of and to in is that it for was with as are this be by not have from or which you we but'],
  [
    'fr',
    'le la les des et est une un du dans que qui pour pas sur nous vous avec ce cette sont plus mais ou',
  ],
  [
    'de',
    'der die und das ist nicht ein eine zu den mit von dem es im sich auf für auch wir sie oder aber wird',
  ],
  ['es', 'el la los las de que y en un una es por con no para se del lo más como pero su al'],
  ['it', 'il la che di e un una per non è con del della sono si le i da più come ma anche nel'],
  ['pt', 'o a os as de que e do da em um uma para não com é se na no mais como mas por ao'],
  ['nl', 'de het een en van is dat niet in te op voor met zijn aan er maar ook om als bij wij dit'],
];
const wordSets = smallWords.map(([language, words]) => [language, new Set(words.split(' '))] as const);

/**
 * The language that a text is written in, as `lang` wants it, so that it is read aloud and broken into lines rightly.
 * @returns null where that is not certain.
 */
export function detectLanguage(text: string): string | null {
  const begin = text.slice(0, sample);
  const length = begin.match(/\p{L}/gu)?.length ?? 0;
  if (length === 0) return null;
  for (const [language, characters] of scripts) {
    const share = (begin.match(characters)?.length ?? 0) / length;
    // Characters that only one language of a script uses are rare in every text.
    if (share > (/^(?:ja|fa|uk|ru)$/.test(language) ? 0.02 : 0.4)) return language;
  }
  return detectByWords(begin.toLowerCase().match(/\p{L}+/gu) ?? []);
}

function detectByWords(words: readonly string[]): string | null {
  if (words.length < 20) return null;
  const [first, second] = wordSets
    .map(([language, known]) => ({ language, hits: words.filter((word) => known.has(word)).length }))
    .toSorted((one, other) => other.hits - one.hits);
  if (!first || first.hits < words.length * 0.12 || first.hits < (second?.hits ?? 0) * 1.25) return null;
  return first.language;
}
