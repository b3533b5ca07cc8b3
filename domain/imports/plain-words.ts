import { cleanTree, textOf } from '#domain/html/html.ts';
import { decoded } from '#domain/redirects/path.ts';
import { instantFromLocal } from '#domain/fields/dates.ts';
import { isDay } from '#domain/fields/fields.ts';

/** The visible text of HTML, on one line. */
export function wordsOf(html: string): string {
  return /[<&]/.test(html) ? oneLine(textOf(cleanTree(html))) : oneLine(html);
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A path of an address with its characters; one that is wrongly encoded stays as it is. */
export function decodedPath(path: string): string {
  return decoded(path) ?? path;
}

/**
 * The instant of a date as blogs write it: with a zone, or as the clocks of this site show it.
 * @returns null for what is no date
 */
export function instantOf(text: string, timeZone: string): Date | null {
  const [, day = '', time = '00:00', seconds = '00', fraction = '', zone = ''] =
    /^(\d{4}-\d{1,2}-\d{1,2})(?:[T ]+(\d{1,2}:\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(
      text.trim(),
    ) ?? [];
  if (day === '') {
    const digits = inDigits(text.trim());
    return digits === null ? null : instantOf(digits, timeZone);
  }
  const date = day.replace(/-(\d)(?!\d)/g, '-0$1');
  if (!isDay(date)) return null;
  const clock = time.padStart(5, '0');
  const offset = zone === '' ? '' : /^[+-]/.test(zone) ? zone.replace(/(\d{2}):?(\d{2})/, '$1:$2') : 'Z';
  try {
    const instant =
      offset === '' ? instantFromLocal(date, clock, timeZone) : new Date(`${date}T${clock}:00${offset}`);
    instant.setTime(instant.getTime() + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0')));
    return isStorable(instant) ? instant : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A date in words, such as `Mon, 2 Feb 2026 10:00 GMT`, in digits; null for no date, or a day that its month does not have. */
function inDigits(text: string): string | null {
  const [, words = '', zone = ''] =
    /^([A-Z]{3,9},? .{1,50}?) ?(GMT|UTC|Z|[ECMP][SD]T|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  const clock = new Date(`${words} UTC`);
  const instant = new Date(`${words} ${zone || 'UTC'}`);
  if (words === '' || Number.isNaN(clock.getTime()) || Number.isNaN(instant.getTime())) return null;
  // February 30 would become a day of March.
  const month = clock.toUTCString().slice(8, 11);
  if (!words.toLowerCase().includes(month.toLowerCase())) return null;
  return zone === '' ? clock.toISOString().slice(0, 19) : instant.toISOString();
}

/** The value of a date field of the form. */
function isStorable(instant: Date): boolean {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
