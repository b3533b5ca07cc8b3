import { listSelectableRows } from '#db/queries/post-list.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { filterOf, usualOrder, type PostListSelection } from './list-posts.ts';
import { maxPostsAtOnce } from './posts-input.ts';
import { plannedDate } from './publishing.ts';

/** A post that the actions of the list can be used on. */
export type SelectablePost = {
  id: string;
  title: string;
  /** Of a draft: the date in the future that it is planned for. */
  plannedFor: Date | null;
};

/** All posts that match a query, in the order of the list: the first `maxPostsAtOnce`, which one action can change. */
export async function listSelectablePosts(
  ctx: DomainContext,
  query: PostListSelection,
): Promise<SelectablePost[]> {
  requirePermission(ctx, 'edit-content');
  const filter = filterOf(query);
  if (filter === null) return [];
  const rows = await listSelectableRows(ctx.db, filter, query.order ?? usualOrder, maxPostsAtOnce);
  const now = ctx.now();
  return rows.map(({ id, title, published, published_at }) => ({
    id,
    title,
    plannedFor: plannedDate({ published, publishedAt: published_at }, now),
  }));
}
