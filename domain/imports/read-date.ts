import { instantFromLocal } from '#domain/fields/dates.ts';
import { isDay } from '#domain/fields/fields.ts';

/**
 * Dates as blogs write them. A parser of natural language would fill what is missing from today, and take "May" in a
 * text for a date; here everything that is written has to be understood.
 */
export type WrittenDates = {
  /** Whose clocks a date without a zone shows. */
  timeZone: string;
  /** True if 03/04 is in April, where nothing else says it. */
  isDayFirst: boolean;
};
export type ReadDate = { instant: Date; isAmbiguous: boolean };

/** Characters; a date has fewer. */
const maxLength = 100;
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'pl', 'ru', 'uk', 'cs', 'tr'];
const monthNumbers = namesOf('month', 12, (index) => Date.UTC(2026, index, 15), ['sept', 'märz', 'marz']);
const weekdays = namesOf('weekday', 7, (index) => Date.UTC(2026, 5, index + 1), ['tues', 'thur', 'thurs']);
/** Words without a meaning of their own. */
const fillers = /^(?:of|at|de|del|do|den|the|le|am|um|uhr|a|à|o|kl|г|года|р|року|в|о)$/;

/** Names of zones by their hours ahead of UTC; of names that mean several zones, the one that blogs mean most often. */
const zoneNames: Readonly<Record<string, string>> = {
  '0': 'utc gmt z wet',
  '1': 'west bst cet mez',
  '2': 'cest mesz eet sast',
  '3': 'eest msk',
  '5.5': 'ist',
  '8': 'hkt sgt awst',
  '9': 'jst kst',
  '9.5': 'acst',
  '10': 'aest',
  '11': 'aedt',
  '12': 'nzst',
  '13': 'nzdt',
  '-3': 'brt adt',
  '-4': 'ast edt',
  '-5': 'est cdt',
  '-6': 'cst mdt',
  '-7': 'mst pdt',
  '-8': 'pst akdt',
  '-9': 'akst',
  '-10': 'hst',
};
const zoneHours = new Map(
  Object.entries(zoneNames).flatMap(([hours, names]) =>
    names.split(' ').map((name) => [name, Number(hours)]),
  ),
);

const clock =
  /(?:t|\b)(\d{1,2})(?:[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?|(?=\s*[ap]\.?m\b))\s*(?:([ap])\.?m\b\.?)?(?:\s*(z\b|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?(?!\d)))?/;

/**
 * The instant of a date: in digits or with the name of a month, with or without a time, an offset or the name of a zone; or
 * seconds or milliseconds since 1970.
 * @returns null for what is not wholly a date
 */
export function readDate(written: string, { timeZone, isDayFirst }: WrittenDates): ReadDate | null {
  const text = written.normalize('NFKC').trim().toLowerCase();
  if (text.length > maxLength) return null;
  if (/^-?\d{9,10}$|^\d{12,13}$/.test(text))
    return storable(new Date(Number(text) * (text.length < 12 ? 1_000 : 1)), false);
  const [time = '', hour = '0', minute = '00', second = '00', fraction = '', half, offset] =
    clock.exec(text) ?? [];
  const day = dayOf(
    text
      .replace(time, ' ')
      .replace(/[年月년월]\s*/g, '-')
      .replace(/[日일]|['’](?=\d{2}\b)/g, ' '),
    isDayFirst,
  );
  if (day === null) return null;
  const zone = offset ?? day.zone ?? timeZone;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  const ahead = minutesAhead(zone);
  try {
    const at = `${String(hours).padStart(2, '0')}:${minute}`;
    const instant = instantFromLocal(day.day, at, ahead === null ? zone : 'UTC');
    const more = Number(second) * 1_000 + Number(fraction.padEnd(3, '0').slice(0, 3));
    return storable(new Date(instant.getTime() - (ahead ?? 0) * 60_000 + more), day.isAmbiguous);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The day and the zone that the words of a date beside its time name. Two digits are a year from 1970 to 2069 where they stand last. */
function dayOf(text: string, isDayFirst: boolean) {
  const numbers: string[] = [];
  let month: number | undefined;
  let zone: string | null = null;
  const [date = ''] =
    /(?<!\d)(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2}))(?!\d)/.exec(text) ?? [];
  const words = text
    .replace(date, ' ')
    .split(/[\s,;()[\]]+|(?<=[^\d\s])[-.](?=\d|$)|(?<=\d)[-/.](?=\p{L})|(?<=\p{L})[-/](?=\d)/u)
    .filter((word) => !/^\.?$/.test(word));
  for (const word of words) {
    const plain = word.replace(/\.$/, '');
    const isKnown = monthNumbers.get(plain);
    if (/^\d{1,4}(?:st|nd|rd|th|er|º|\.)?$/.test(word) && date === '') numbers.push(word.replace(/\D+$/, ''));
    else if (isKnown !== undefined && month === undefined && date === '') month = isKnown;
    else if (/^[a-z]+\/[a-z_/+-]+\d*$/.test(plain) || minutesAhead(plain) !== null) zone ??= plain;
    else if (/^\d{8}t?$/.test(word) && date === '' && numbers.length === 0)
      numbers.push(word.slice(0, 4), word.slice(4, 6), word.slice(6, 8));
    else if (!weekdays.has(plain) && !fillers.test(plain)) return null;
  }
  const parts = date === '' ? numbers : date.split(/[-/.]/);
  const [first = '', second = '', third = ''] = parts;
  if (month !== undefined && (parts.length !== 2 || (isYear(first) && isYear(second)))) return null;
  if (month !== undefined) return isYear(first) ? named(first, month, second) : named(second, month, first);
  if (parts.length !== 3 || (date === '' && !parts.some((part) => part.length === 4))) return null;
  if (isYear(first)) return named(first, Number(second), third);
  const isDotted = date.includes('.');
  const isMonthFirst = Number(first) <= 12 && (Number(second) > 12 || !(isDotted || isDayFirst));
  const isEither = !isDotted && Number(first) <= 12 && Number(second) <= 12 && first !== second;
  return named(third, Number(isMonthFirst ? first : second), isMonthFirst ? second : first, isEither);

  function named(year: string, of: number, on: string, isInDoubt = false) {
    const whole = year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year;
    const day = [whole, String(of).padStart(2, '0'), on.padStart(2, '0')].join('-');
    return isDay(day) ? { day, zone, isAmbiguous: isInDoubt || whole !== year } : null;
  }
}

function isYear(part: string): boolean {
  return part.length === 4 || Number(part) > 31;
}

/** True or false where a date in digits can mean only one order of day and month; null for any other. */
export function orderOf(written: string): boolean | null {
  const [, first, second] = /(?<!\d)(\d{1,2})[-/](\d{1,2})[-/](?:\d{4}|\d{2})(?!\d)/.exec(written) ?? [];
  if (first === undefined || Number(first) > 12 === Number(second) > 12) return null;
  return Number(first) > 12;
}

/** Minutes that an offset or the short name of a zone is ahead of UTC; null for any other name. */
function minutesAhead(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign !== undefined) return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const known = zoneHours.get(zone);
  return known === undefined ? null : known * 60;
}

/** The place of every long and short name in its year or week. */
function namesOf(
  part: 'month' | 'weekday',
  count: number,
  at: (index: number) => number,
  more: readonly string[],
): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of languages)
    for (const length of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { [part]: length, day: 'numeric', timeZone: 'UTC' });
      for (let index = 0; index < count; index += 1) {
        const name = format.formatToParts(at(index)).find(({ type }) => type === part)?.value ?? '';
        const plain = name.toLowerCase().replace(/\.$/, '');
        if (!names.has(plain) && /\p{L}/u.test(plain)) names.set(plain, index + 1);
      }
    }
  for (const name of more) names.set(name, names.get(name.slice(0, 3)) ?? 3);
  return names;
}

/** The value of a date field of the form. */
function storable(instant: Date, isAmbiguous: boolean): ReadDate | null {
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? { instant, isAmbiguous } : null;
}
