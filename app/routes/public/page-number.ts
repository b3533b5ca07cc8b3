/**
 * The page that an address asks for: 1 without a number, null for a number that no link of ours has. There is one
 * spelling of each page: not `01`, not `1.0`, and the first page goes without a number.
 */
export function pageNumber(url: string): number | null {
  const asked = new URL(url).searchParams.get('page');
  if (asked === null) return 1;
  return /^[1-9]\d{0,5}$/.test(asked) && asked !== '1' ? Number(asked) : null;
}

/** The address of a page of a list. */
export function pageAddress(list: string, page: number): string {
  return page === 1 ? list : `${list}?page=${page}`;
}
