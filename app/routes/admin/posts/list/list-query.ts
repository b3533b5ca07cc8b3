import type { PostKind } from '#domain/core/kinds.ts';
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

/** The orders of the list of a kind; null for case studies, which are listed in the order that visitors see. */
export const postOrders: Readonly<Record<PostKind, ListOrders<PostSort> | null>> = {
  post: { first, usual: { column: 'created', direction: 'desc' } },
  page: { first, usual: { column: 'updated', direction: 'desc' } },
  case_study: null,
};

/** The query in the address of the list of a kind. Unknown values are ignored. */
export function readListQuery(params: URLSearchParams, kind: PostKind): PostListQuery {
  const category = withoutControls(params.get('category') ?? '');
  const orders = postOrders[kind];
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
