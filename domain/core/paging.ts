export type RowWindow = { limit: number; offset: number };

/** PostgreSQL takes no larger offset gladly, and no list has as many pages. */
const maxPage = 1_000_000;

/**
 * Reads one page of a list of the admin. A page past the end is the last page that exists; anything that is not the
 * number of a page is the first.
 *
 * @param wanted counted from 1
 * @param read finds the rows of a window and how many rows are found in all
 */
export async function readPage<List extends { found: number }>(
  wanted: number,
  perPage: number,
  read: (window: RowWindow) => Promise<List>,
): Promise<List & { page: number; pages: number }> {
  const page = Number.isSafeInteger(wanted) && wanted > 0 ? Math.min(wanted, maxPage) : 1;
  const list = await read({ limit: perPage, offset: (page - 1) * perPage });
  const pages = Math.max(1, Math.ceil(list.found / perPage));
  return page > pages ? readPage(pages, perPage, read) : { ...list, page, pages };
}
