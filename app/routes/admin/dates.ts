import { formatLongDateTime, formatterByZone } from '#domain/fields/dates.ts';

const day = formatterByZone({ dateStyle: 'medium' });
const moment = formatterByZone({ dateStyle: 'medium', timeStyle: 'short' });

/** An instant as the admin's tables show it: short, in the site's zone, the same on the server and in the browser. */
export function shortDay(instant: Date, timeZone: string): string {
  return day(timeZone).format(instant);
}

/** The same with the time of day. */
export function shortMoment(instant: Date, timeZone: string): string {
  return moment(timeZone).format(instant);
}

const age = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** How long ago something was, in words: `5 minutes ago`, `yesterday`. */
export function ageOf(instant: Date, now: Date): string {
  const minutes = Math.max(0, (now.getTime() - instant.getTime()) / 60_000);
  if (minutes < 60) return age.format(-Math.floor(minutes), 'minute');
  return minutes < 1_440
    ? age.format(-Math.floor(minutes / 60), 'hour')
    : age.format(-Math.floor(minutes / 1_440), 'day');
}

/** The date that a draft is planned for, in words; null without one. */
export function plannedForMessage(plannedFor: Date | null, timeZone: string): string | null {
  return plannedFor && `${formatLongDateTime(plannedFor, timeZone)} (${timeZone})`;
}

/** The message added when a post is scheduled: `It will be public on … (zone).` */
export function publicAtMessage(publicAt: Date, timeZone: string): string {
  return `It will be public on ${formatLongDateTime(publicAt, timeZone)} (${timeZone}).`;
}
