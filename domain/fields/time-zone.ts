/** True if there is a time zone of this name. */
export function isTimeZone(value: string): boolean {
  if (value === 'UTC') return true;
  if (!/^[a-z]/i.test(value)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
