/** Characters of a text that are enough to detect its language. */
const sampleLength = 2_000;

/** Scripts and characters of (nearly) only one language, in the order in which they are checked. */
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

/** Frequent words of languages that share a script. */
const frequentWords: [language: string, words: string][] = [
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
const wordSets = frequentWords.map(([language, words]) => [language, new Set(words.split(' '))] as const);

/**
 * The language of a text as a BCP 47 tag, for the `lang` attribute: browsers hyphenate and screen readers pronounce by it.
 * @returns null when it is not certain
 */
export function detectLanguage(text: string): string | null {
  const start = text.slice(0, sampleLength);
  const alphabetic = start.match(/\p{L}/gu)?.length ?? 0;
  if (alphabetic === 0) return null;
  const isLatin = !/(?!\p{Script=Latin})\p{L}/u.test(start);
  for (const [language, characters] of isLatin ? [] : scripts) {
    const share = (start.match(characters)?.length ?? 0) / alphabetic;
    // Characters of only one language of a script are rare in every text of it.
    if (share > (/^(?:ja|fa|uk|ru)$/.test(language) ? 0.02 : 0.4)) return language;
  }
  return detectByWords(start.toLowerCase().match(/\p{L}+/gu) ?? []);
}

function detectByWords(words: readonly string[]): string | null {
  if (words.length < 20) return null;
  const [first, second] = wordSets
    .map(([language, known]) => ({ language, hits: words.filter((word) => known.has(word)).length }))
    .toSorted((one, other) => other.hits - one.hits);
  if (!first || first.hits < words.length * 0.12 || first.hits < (second?.hits ?? 0) * 1.25) return null;
  return first.language;
}
