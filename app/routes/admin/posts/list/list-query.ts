import type { PostListQuery } from '#domain/posts/list-posts.ts';
import { withoutControls } from '#domain/fields/fields.ts';
import { isKeyOf } from '#domain/fields/is-key-of.ts';
import {
  isNarrowed as isNarrowedBy,
  readListQuery as readListAddress,
  type ListOrders,
} from '#app/routes/admin/list/list-address.ts';

export const statuses = { published: 'Published', draft: 'Draft', scheduled: 'Scheduled' } as const;
export type Status = keyof typeof statuses;

/** In place of a slug: posts without a category. No slug contains an underscore. */
export const uncategorized = '_none';

export const postOrders: ListOrders<'title' | 'created' | 'updated'> = {
  first: { title: 'asc', created: 'desc', updated: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

/** The query in the address of the posts list. Unknown values are ignored. */
export function readListQuery(params: URLSearchParams): PostListQuery {
  const category = withoutControls(params.get('category') ?? '');
  return {
    ...readListAddress(params, postOrders),
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

/** Whether the list is searched or filtered. */
export function isNarrowed(params: URLSearchParams): boolean {
  return readStatus(params) !== null || isNarrowedBy(params, ['category', 'author']);
}
