/** An instant as the admin's tables show it: short, in the site's zone, the same on the server and in the browser. */
export function shortDay(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(instant);
}

/** The same with the time of day. */
export function shortMoment(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    instant,
  );
}
