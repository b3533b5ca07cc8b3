import { formatterByZone } from '#domain/text/dates.ts';

const day = formatterByZone({ dateStyle: 'medium' });

/** Writes instants as days of a zone: `Nov 22, 2026`. */
export function shortDayOf(timeZone: string): (instant: Date) => string {
  const { format } = day(timeZone);
  return (instant) => format(instant);
}
