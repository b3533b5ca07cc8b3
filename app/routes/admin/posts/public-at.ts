import { formatLongDateTime } from '#domain/text/dates.ts';

/** What a scheduled post is told after the message of its save: `It will be public on … (zone).` */
export function publicAtMessage(publicAt: Date, timeZone: string): string {
  return `It will be public on ${formatLongDateTime(publicAt, timeZone)} (${timeZone}).`;
}
