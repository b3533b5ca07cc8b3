import type { StatsOrder } from '#db/queries/analytics.ts';

const columns = ['title', 'total', 'today', 'week', 'month'] as const;

/** @param asked as it stands in an address: `total`, or `total.asc`. Anything else means the most views first. */
export function statsOrderOf(asked: string | null): StatsOrder {
  const [by, direction] = (asked ?? '').split('.');
  const known = columns.find((name) => name === by) ?? 'total';
  const ascending = direction === 'asc' || (direction === undefined && known === 'title');
  return { by: known, direction: ascending ? 'asc' : 'desc' };
}
