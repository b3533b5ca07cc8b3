/**
 * A word as a reader counts it: what stands between spaces and has an alphanumeric character. Chinese and Japanese put no
 * spaces between words, so each of their characters is one.
 */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30FC\uFF70]|[\p{L}\p{N}][\S--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30FC\uFF70]]*/gv;

export function countWords(text: string): number {
  return text.match(word)?.length ?? 0;
}

/** Visible words at 200 a minute, rounded up, at least one minute. */
export function readMinutes(words: number): number {
  return Math.max(1, Math.ceil(words / 200));
}
