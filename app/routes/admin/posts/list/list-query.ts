import { kinds, type PostKind } from '#domain/core/kinds.ts';
import type { PostListQuery } from '#domain/posts/list-posts.ts';
import { withoutControls } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import {
  isNarrowed as isNarrowedBy,
  readOrder,
  readPage,
  type ListOrders,
} from '#app/routes/admin/list/list-address.ts';

export const statuses = { published: 'Published', draft: 'Draft', scheduled: 'Scheduled' } as const;
type Status = keyof typeof statuses;

/** In place of a slug: posts without a category. No slug contains an underscore. */
export const uncategorized = '_none';

export type PostSort = 'title' | 'created' | 'updated';

const first = { title: 'asc', created: 'desc', updated: 'desc' } as const;

/** The orders of the list of a kind; null for one in the order that visitors see. */
export function ordersOf(kind: PostKind): ListOrders<PostSort> | null {
  const { order } = kinds[kind].adminList;
  return order === 'visitors' ? null : { first, usual: { column: order, direction: 'desc' } };
}

/** The query in the address of the list of a kind. Unknown values are ignored. */
export function readListQuery(params: URLSearchParams, kind: PostKind): PostListQuery {
  const category = withoutControls(params.get('category') ?? '');
  const orders = ordersOf(kind);
  return {
    kind,
    search: params.get('q') ?? '',
    page: readPage(params),
    order: orders === null ? 'visitors' : readOrder(params, orders),
    status: readStatus(params),
    category:
      category === '' ? null : category === uncategorized ? { uncategorized: true } : { slug: category },
    authorId: params.get('author') || null,
  };
}

export function readStatus(params: URLSearchParams): Status | null {
  const status = params.get('status') ?? '';
  return isKeyOf(statuses, status) ? status : null;
}

/** True if the list is searched or filtered. */
export function isNarrowed(params: URLSearchParams): boolean {
  return readStatus(params) !== null || isNarrowedBy(params, ['category', 'author']);
}
