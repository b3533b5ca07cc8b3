/** Dates as the site says them: US English, in a zone that is always named by the caller. Pure; zones by `Intl`. */

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * A calendar day in words: `November 20, 2026`. A day has no zone, so nothing can shift it.
 * @param day `YYYY-MM-DD`
 * @throws {RangeError} when there is no such day
 */
export function formatLongDate(day: string): string {
  const date = utcInstant(day, '00:00');
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** An instant in words, as the clocks of a zone show it: `November 20, 2026 at 2:05 PM`. */
export function formatLongDateTime(instant: Date, timeZone: string): string {
  const { day, time } = localFromInstant(instant, timeZone);
  const hour = Number(time.slice(0, 2));
  return `${formatLongDate(day)} at ${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The same with seconds, for what may happen twice in a minute: `November 20, 2026 at 2:05:09 PM`. */
export function formatLongDateTimeSeconds(instant: Date, timeZone: string): string {
  const seconds = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone)).getUTCSeconds();
  return formatLongDateTime(instant, timeZone).replace(/(?= [AP]M$)/, `:${String(seconds).padStart(2, '0')}`);
}

/** The calendar day (`YYYY-MM-DD`) that it is in a zone at an instant. */
export function dayInZone(instant: Date, timeZone: string): string {
  return localFromInstant(instant, timeZone).day;
}

/** The day (`YYYY-MM-DD`) and time (`HH:MM`) in a zone at an instant. */
export function localFromInstant(instant: Date, timeZone: string): { day: string; time: string } {
  const iso = new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone)).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) };
}

/**
 * The instant at which the clocks of a zone show a day and a time. A time that the clocks skip moves forward by as much
 * as they skip; of a time that they show twice, the first is meant.
 *
 * @param day `YYYY-MM-DD`
 * @param time `HH:MM`
 * @throws {RangeError} when there is no such day or time anywhere
 */
export function instantFromLocal(day: string, time: string, timeZone: string): Date {
  const asUtc = utcInstant(day, time).getTime();
  // A change of clocks near the wanted time lies between a day before and a day after it.
  const before = asUtc - offsetAt(asUtc - dayLength, timeZone);
  const after = asUtc - offsetAt(asUtc + dayLength, timeZone);
  const shown = [before, after].find((candidate) => candidate + offsetAt(candidate, timeZone) === asUtc);
  return new Date(shown ?? before);
}

const dayLength = 24 * 60 * 60 * 1000;

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  // `GMT`, `GMT+05:30`, and `GMT+00:53:28` before zones had whole minutes.
  const [, sign, ...parts] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(offsetOf(timeZone).format(instant)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return (sign === '-' ? -1000 : 1000) * ((hours * 60 + minutes) * 60 + seconds);
}

const offsetOf = formatterByZone({ hour: 'numeric', timeZoneName: 'longOffset' });

/**
 * A US English format for any zone, built once for each: building a formatter costs fifty times its use, and a site has
 * one zone.
 */
export function formatterByZone(
  format: Omit<Intl.DateTimeFormatOptions, 'timeZone'>,
): (timeZone: string) => Intl.DateTimeFormat {
  const built = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = built.get(timeZone);
    if (known) return known;
    const formatter = new Intl.DateTimeFormat('en-US', { ...format, timeZone });
    built.set(timeZone, formatter);
    return formatter;
  };
}

function utcInstant(day: string, time: string): Date {
  const instant = new Date(`${day}T${time}:00.000Z`);
  const isRead = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(`${day}T${time}`);
  if (!isRead) throw new RangeError(`No such day or time: ${day} ${time}`);
  return instant;
}
