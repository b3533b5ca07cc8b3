/** The periods that Analytics can show, in days, today included. */
export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

const defaultPeriod: Period = 30;

/** @param asked from the query of an address; anything else means the default. */
export function periodOf(asked: string | null): Period {
  return periods.find((days) => String(days) === asked) ?? defaultPeriod;
}

/** A day of a period beside the same place in the period before. Days are `YYYY-MM-DD`. */
export type DayOfPeriod = { day: string; views: number; dayBefore: string; viewsBefore: number };

/**
 * Every day of a period with its views and those of the day one period earlier; days without views count 0.
 * @param rows days with views, in any order, of twice the period.
 * @param today the last day; it has the views of later ones too, which are there when the clock was ahead.
 */
export function fillPeriod(
  rows: readonly { day: string; views: number }[],
  period: Period,
  today: string,
): DayOfPeriod[] {
  const views = new Map<string, number>();
  for (const row of rows) {
    const day = row.day > today ? today : row.day;
    views.set(day, (views.get(day) ?? 0) + row.views);
  }
  return Array.from({ length: period }, (_, index) => {
    const day = daysBefore(today, period - 1 - index);
    const dayBefore = daysBefore(day, period);
    return { day, views: views.get(day) ?? 0, dayBefore, viewsBefore: views.get(dayBefore) ?? 0 };
  });
}

/** The calendar day so many days before another one. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
