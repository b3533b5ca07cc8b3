import { readPage } from '../list/list-address.ts';

export const mediaFilters = ['all', 'no-alt', 'unused'] as const;
export type MediaFilter = (typeof mediaFilters)[number];
export type MediaView = 'grid' | 'list';

export type MediaQuery = { search: string; filter: MediaFilter; view: MediaView; page: number };

/** Reads search, filter, view and page from the address of the library; unknown values are ignored. */
export function readMediaQuery(params: URLSearchParams): MediaQuery {
  return {
    search: params.get('q') ?? '',
    filter: mediaFilters.find((one) => one === params.get('filter')) ?? 'all',
    view: params.get('view') === 'list' ? 'list' : 'grid',
    page: readPage(params),
  };
}
