import { data, redirect } from 'react-router';

/**
 * The number in `?page=`, 1 if there is none. Each page has exactly one URL: `01` and `1.0` are refused, and the first
 * page has no number.
 * @throws a redirect for `?page=1`, 404 for anything else that is not a page number.
 */
export function pageNumber(url: string): number {
  const address = new URL(url);
  const asked = address.searchParams.get('page');
  if (asked === null) return 1;
  if (asked === '1') {
    address.searchParams.delete('page');
    throw redirect(address.pathname + address.search, 301);
  }
  if (!/^[1-9]\d{0,5}$/.test(asked)) throw data(null, { status: 404 });
  return Number(asked);
}

/** The URL of a page of a list. `list` may already have a query. */
export function pageAddress(list: string, page: number): string {
  return page === 1 ? list : `${list}${list.includes('?') ? '&' : '?'}page=${page}`;
}

/** The address and the title of a page of a list. */
export function metaOfList(list: string, title: string, { page }: { page: number }) {
  return { path: pageAddress(list, page), title: page === 1 ? title : `${title}, page ${page}` };
}
