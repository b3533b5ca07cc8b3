/** What the address of the library says, and how to say it. Pure. */

export const mediaFilters = ['all', 'no-alt', 'unused'] as const;
export type MediaFilter = (typeof mediaFilters)[number];
export type MediaView = 'grid' | 'list';

export type MediaQuery = { search: string; filter: MediaFilter; view: MediaView; page: number };

/** Unknown words in the address mean nothing. */
export function readMediaQuery(params: URLSearchParams): MediaQuery {
  const page = params.get('page') ?? '';
  return {
    search: params.get('search') ?? '',
    filter: mediaFilters.find((one) => one === params.get('filter')) ?? 'all',
    view: params.get('view') === 'list' ? 'list' : 'grid',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of the library with some of it changed. Another choice begins at the first page again. */
export function mediaLink(query: MediaQuery, change: Partial<MediaQuery>): string {
  const next = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.search !== '') params.set('search', next.search);
  if (next.filter !== 'all') params.set('filter', next.filter);
  if (next.view !== 'grid') params.set('view', next.view);
  if (next.page > 1) params.set('page', String(next.page));
  return params.size === 0 ? '/admin/media' : `/admin/media?${params}`;
}
