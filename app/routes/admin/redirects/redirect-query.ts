import type { MissingPageQuery } from '#domain/redirects/list-missing-pages.ts';
import type { RedirectQuery } from '#domain/redirects/list-redirects.ts';
import { readOrder, type ListOrders } from '../list/list-address.ts';

export const redirectOrders: ListOrders<'from' | 'hits' | 'used' | 'created'> = {
  first: { from: 'asc', hits: 'desc', used: 'desc', created: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

/** What the address of the list of redirects asks for. */
export function redirectQuery(params: URLSearchParams): RedirectQuery {
  return { search: params.get('q') ?? '', order: readOrder(params, redirectOrders) };
}

export const missingPageOrders: ListOrders<'address' | 'visits' | 'seen'> = {
  first: { address: 'asc', visits: 'desc', seen: 'desc' },
  usual: { column: 'visits', direction: 'desc' },
};

/** What the address of the list of missing pages asks for: those of people unless it says `asked=bots`. */
export function missingPageQuery(params: URLSearchParams): MissingPageQuery {
  return {
    asked: params.get('asked') === 'bots' ? 'by bots only' : 'by people',
    search: params.get('q') ?? '',
    order: readOrder(params, missingPageOrders),
  };
}
