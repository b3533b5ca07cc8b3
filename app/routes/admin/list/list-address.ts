/** Search, page and order in the address of a list. Pure. */

import { isKeyOf } from '#domain/core/is-key-of.ts';

type ListOrder<Column extends string> = { column: Column; direction: 'asc' | 'desc' };

/** The columns that a list can be ordered by, each with the direction of the first press; and what it begins with. */
export type ListOrders<Column extends string> = {
  first: Readonly<Record<Column, 'asc' | 'desc'>>;
  usual: ListOrder<Column>;
};

/** `sort=title` is ascending, `sort=-title` descending. Unknown columns are ignored. */
export function readOrder<Column extends string>(
  params: URLSearchParams,
  orders: ListOrders<Column>,
): ListOrder<Column> {
  const sort = params.get('sort') ?? '';
  const name = sort.replace(/^-/, '');
  return isKeyOf(orders.first, name)
    ? { column: name, direction: sort.startsWith('-') ? 'desc' : 'asc' }
    : orders.usual;
}

/** The query in the address of a list. */
export function readListQuery<Column extends string>(params: URLSearchParams, orders: ListOrders<Column>) {
  return { search: params.get('q') ?? '', page: readPage(params), order: readOrder(params, orders) };
}

/** True if the list is searched, or filtered by one of these parameters. */
export function isNarrowed(params: URLSearchParams, filters: readonly string[] = []): boolean {
  return ['q', ...filters].some((name) => (params.get(name) ?? '').trim() !== '');
}

/** Counted from 1; anything that is not a page number is the first page. */
export function readPage(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
}

/** The address of the same list on another page. */
export function pageLink(params: URLSearchParams, page: number): string {
  return changed(params, { page: page > 1 ? String(page) : null });
}

/** The address of the same list in another order, from its first page: the same column again reverses the order. */
export function orderLink<Column extends string>(
  params: URLSearchParams,
  column: Column,
  orders: ListOrders<Column>,
): string {
  const order = readOrder(params, orders);
  const direction = order.column === column ? opposite(order.direction) : orders.first[column];
  const isUsual = column === orders.usual.column && direction === orders.usual.direction;
  return changed(params, {
    page: null,
    sort: isUsual ? null : `${direction === 'desc' ? '-' : ''}${column}`,
  });
}

/** The address with some parameters changed; null removes one. */
export function changed(params: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}

function opposite(direction: 'asc' | 'desc'): 'asc' | 'desc' {
  return direction === 'asc' ? 'desc' : 'asc';
}
