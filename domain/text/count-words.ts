/**
 * Words as a reader counts them: what stands between spaces and has an alphanumeric character. Chinese and Japanese put no
 * spaces between words, so their characters are counted instead.
 */
export function countWords(text: string): number {
  let count = 0;
  let inWord = false;
  for (const character of text) {
    const kind = kindOf(character);
    if (kind === byCharacter || (kind === alphanumeric && !inWord)) count += 1;
    if (kind !== mark) inWord = kind === alphanumeric;
  }
  return count;
}

/** Punctuation and accents neither begin nor end a word. */
const mark = 1;
const space = 2;
const alphanumeric = 3;
const byCharacter = 4;

/** The kinds of the characters met so far: four tests of a Unicode property cost more than all the rest. */
const kinds = new Uint8Array(0x11_00_00);

function kindOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const known = kinds[code];
  if (known) return known;
  const kind = findKind(character);
  kinds[code] = kind;
  return kind;
}

function findKind(character: string): number {
  if (/\s/.test(character)) return space;
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30FC\uFF70]/u.test(character)
  )
    return byCharacter;
  return /[\p{L}\p{N}]/u.test(character) ? alphanumeric : mark;
}
