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

/** The date that a draft is planned for, in words; null without one. */
export function plannedForMessage(plannedFor: Date | null, timeZone: string): string | null {
  return plannedFor && `${formatLongDateTime(plannedFor, timeZone)} (${timeZone})`;
}

/** The message added when a post is scheduled: `It will be public on … (zone).` */
export function publicAtMessage(publicAt: Date, timeZone: string): string {
  return `It will be public on ${formatLongDateTime(publicAt, timeZone)} (${timeZone}).`;
}
