/** Calendar arithmetic on plain days (`YYYY-MM-DD`) and months (`YYYY-MM`): no clock, no time zone. Pure. */

const millisecondsPerDay = 86_400_000;

/** The weeks of a month from Sunday to Saturday; null for days outside the month. */
export function monthGrid(month: string): (string | null)[][] {
  const first = utc(`${month}-01`);
  const days = daysIn(month);
  const weeks: (string | null)[][] = [];
  for (let start = 1 - first.getUTCDay(); start <= days; start += 7) {
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => {
        const date = start + weekday;
        return date >= 1 && date <= days ? `${month}-${String(date).padStart(2, '0')}` : null;
      }),
    );
  }
  return weeks;
}

/** The day that a key moves to in a calendar grid; null for other keys. */
export function dayByKey(day: string, key: string, withShift = false): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -utc(day).getUTCDay());
    case 'End':
      return addDays(day, 6 - utc(day).getUTCDay());
    case 'PageUp':
      return addMonths(day, withShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, withShift ? 12 : 1);
    default:
      return null;
  }
}

/** The same date in another month, or the month's last day when it is shorter. Stays within the years 1 to 9999. */
export function addMonths(day: string, months: number): string {
  const date = utc(day);
  const count = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const year = Math.floor(count / 12);
  if (year < 1 || year > 9999) return day;
  const month = `${String(year).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
  return `${month}-${String(Math.min(date.getUTCDate(), daysIn(month))).padStart(2, '0')}`;
}

export function addDays(day: string, days: number): string {
  const moved = new Date(utc(day).getTime() + days * millisecondsPerDay).toISOString().slice(0, 10);
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(moved) ? moved : day;
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** "November 2026". */
export function monthTitle(month: string): string {
  return format(`${month}-01`, { month: 'long', year: 'numeric' });
}

/** "November 20, 2026". */
export function dayTitle(day: string): string {
  return format(day, { month: 'long', day: 'numeric', year: 'numeric' });
}

/** "Friday, November 20, 2026". */
export function dayName(day: string): string {
  return format(day, { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
}

function format(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(utc(day));
}

function daysIn(month: string): number {
  const first = utc(`${month}-01`);
  const next = new Date(first);
  next.setUTCMonth(first.getUTCMonth() + 1);
  return Math.round((next.getTime() - first.getTime()) / millisecondsPerDay);
}

function utc(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
