import { counted } from '#domain/fields/counted.ts';
import type { Retention } from '../settings/values.ts';

/**
 * The archives that are kept no longer. Of each of the newest so many days that have an archive the last one of the day
 * stays, and in the same way of weeks (Monday to Sunday) and months, all in UTC. The newest archive always stays. Pure.
 */
export function archivesToDelete<Archive extends { createdAt: Date }>(
  archives: readonly Archive[],
  { days, weeks, months }: Retention,
): Archive[] {
  const newestFirst = archives.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const kept = new Set([
    ...newestOfEach(newestFirst, days, dayOf),
    ...newestOfEach(newestFirst, weeks, weekOf),
    ...newestOfEach(newestFirst, months, monthOf),
  ]);
  return newestFirst.filter((archive) => !kept.has(archive));
}

/** How long an archive is kept where there is one every day: "6 months". Pure. */
export function longestKept({ days, weeks, months }: Retention): string {
  if (months > 0) return counted(months, 'month');
  return weeks * 7 > days ? counted(weeks, 'week') : counted(days, 'day');
}

function newestOfEach<Archive extends { createdAt: Date }>(
  newestFirst: readonly Archive[],
  count: number,
  periodOf: (instant: Date) => string,
): Archive[] {
  const byPeriod = Map.groupBy(newestFirst, (archive) => periodOf(archive.createdAt));
  return [...byPeriod.values()].slice(0, count).flatMap(([newest]) => newest ?? []);
}

const millisecondsOfDay = 86_400_000;

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
const monthOf = (instant: Date) => instant.toISOString().slice(0, 7);
function weekOf(instant: Date): string {
  const daysSinceMonday = (instant.getUTCDay() + 6) % 7;
  return dayOf(new Date(instant.getTime() - daysSinceMonday * millisecondsOfDay));
}
