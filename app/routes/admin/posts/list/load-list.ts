import type { DomainContext } from '#app/http/request-context.ts';
import type { PostKind } from '#domain/core/kinds.ts';
import { findTellingStates, type EmailState } from '#domain/post-emails/find-email-states.ts';
import { listPosts, type PostListItem } from '#domain/posts/list-posts.ts';
import { plannedDate } from '#domain/posts/publishing.ts';
import { plannedForMessage } from '#app/routes/admin/dates.ts';
import { readListQuery } from './list-query.ts';

export type PostTableRow = PostListItem & {
  /** The state of its emails; null where there is nothing to say. */
  email: EmailState | null;
  /** The publish date in words, of a draft whose date is in the future; otherwise null. */
  plannedFor: string | null;
};

export type LoadedList = Awaited<ReturnType<typeof loadList>>;

/** The posts of a kind that an address of its list asks for. */
export async function loadList(domain: DomainContext, kind: PostKind, params: URLSearchParams) {
  const { items, ...page } = await listPosts(domain, readListQuery(params, kind));
  const told = await findTellingStates(domain, items);
  return {
    ...page,
    items: items.map((post): PostTableRow => ({
      ...post,
      email: told.get(post.id) ?? null,
      plannedFor: plannedForMessage(plannedDate(post, domain.now()), domain.timeZone),
    })),
  };
}
