/** The periods that Analytics can show, in days, today included. */
export const periods = [7, 30, 90] as const;
export type Period = (typeof periods)[number];

const defaultPeriod: Period = 30;

/** @param asked from the query of an address; anything else means the default. */
export function periodOf(asked: string | null): Period {
  return periods.find((days) => String(days) === asked) ?? defaultPeriod;
}

/** The calendar day so many days before another one. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}
