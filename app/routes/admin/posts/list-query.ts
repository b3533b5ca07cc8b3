/** What the address of the posts list says, and how to say it. Pure. */

export type PostListColumn = 'title' | 'created_at' | 'updated_at';
export type PostListOrder = { column: PostListColumn; direction: 'asc' | 'desc' };

const columnsByName: Record<string, PostListColumn> = {
  title: 'title',
  created: 'created_at',
  updated: 'updated_at',
};

export const defaultOrder: PostListOrder = { column: 'created_at', direction: 'desc' };

/** Unknown words in the address mean nothing. */
export function readListQuery(params: URLSearchParams): {
  search: string;
  page: number;
  order: PostListOrder;
} {
  const sort = params.get('sort') ?? '';
  const name = sort.replace(/^-/, '');
  const column = Object.hasOwn(columnsByName, name) ? columnsByName[name] : undefined;
  const page = params.get('page') ?? '';
  return {
    search: params.get('search') ?? '',
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    order: column === undefined ? defaultOrder : { column, direction: sort.startsWith('-') ? 'desc' : 'asc' },
  };
}

/** The address of the same list on another page. */
export function pageLink(params: URLSearchParams, page: number): string {
  return changed(params, { page: page > 1 ? String(page) : null });
}

/** The address of the same list in another order, from its first page: a second press turns the order round. */
export function orderLink(params: URLSearchParams, column: PostListColumn): string {
  const { order } = readListQuery(params);
  const firstDirection = column === 'title' ? 'asc' : 'desc';
  const isShown = order.column === column;
  const direction = isShown ? (order.direction === 'asc' ? 'desc' : 'asc') : firstDirection;
  const name = Object.keys(columnsByName).find((key) => columnsByName[key] === column) ?? '';
  const isDefault = column === defaultOrder.column && direction === defaultOrder.direction;
  return changed(params, {
    page: null,
    sort: isDefault ? null : `${direction === 'desc' ? '-' : ''}${name}`,
  });
}

function changed(params: URLSearchParams, changes: Record<string, string | null>): string {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return `?${next}`;
}
