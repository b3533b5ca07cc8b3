type SpamReason = 'honeypot' | 'too-fast' | 'links' | 'repetition';

export type SpamSigns = {
  /** The value of the field that is to stay empty, and that people see only without styles. */
  honeypot: string;
  /** Time between showing and sending the form; null without script. */
  milliseconds: number | null;
  text: string;
  /** Number of messages with this text within a day, from any sender. */
  sameTextBefore: number;
};

const minMilliseconds = 2_000;
const maxLinks = 5;
const maxRepetitions = 3;
/** Alphabetic characters of a text that a person may have written who filled in the honeypot without seeing why not. */
const minCharacters = 20;

/**
 * True if a message goes to the spam folder, and why. The sender sees success either way: a machine learns nothing, and
 * a person's message can still be found.
 */
export function classifySpam(signs: SpamSigns): SpamReason | null {
  const links = signs.text.match(/https?:\/\/|\bwww\.|\[url\b|<a\s/gi) ?? [];
  const characters = signs.text.match(/\p{L}/gu) ?? [];
  if (signs.honeypot.trim() !== '' && (links.length > 0 || characters.length < minCharacters))
    return 'honeypot';
  if (signs.milliseconds !== null && signs.milliseconds < minMilliseconds) return 'too-fast';
  if (links.length > maxLinks) return 'links';
  if (signs.sameTextBefore >= maxRepetitions) return 'repetition';
  return null;
}
