import type { AnalyticsQuery } from '#domain/analytics/get-analytics.ts';
import { readOrder, type ListOrders } from '../list/list-address.ts';

type StatsOrder = AnalyticsQuery['order'];

export const statsOrders: ListOrders<StatsOrder['by']> = {
  first: { title: 'asc', total: 'desc', today: 'desc', week: 'desc', month: 'desc' },
  usual: { column: 'total', direction: 'desc' },
};

/** The order of the table of posts that an address asks for. */
export function readStatsOrder(params: URLSearchParams): StatsOrder {
  const { column, direction } = readOrder(params, statsOrders);
  return { by: column, direction };
}
