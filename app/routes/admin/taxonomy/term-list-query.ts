import type { TermListQuery } from '#domain/taxonomy/list-terms.ts';
import { readOrder, readPage, type ListOrders } from '../list/list-address.ts';

export const termOrders: ListOrders<'name' | 'slug' | 'created'> = {
  first: { name: 'asc', slug: 'asc', created: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

/** What the address of a list of categories or tags asks for. */
export function readTermListQuery(params: URLSearchParams): TermListQuery {
  return { search: params.get('q') ?? '', order: readOrder(params, termOrders), page: readPage(params) };
}
