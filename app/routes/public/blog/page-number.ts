import { data, redirect } from 'react-router';

/**
 * The page that an address asks for: 1 without a number. There is one spelling of each page: not `01`, not `1.0`, and
 * the first page goes without a number.
 * @throws a redirect for `?page=1`, 404 for a number that no link of ours has.
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

/** The address of a page of a list, which may have a query already. */
export function pageAddress(list: string, page: number): string {
  return page === 1 ? list : `${list}${list.includes('?') ? '&' : '?'}page=${page}`;
}
