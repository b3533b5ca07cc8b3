import { listPosts } from '#domain/posts/list-posts.ts';
import { maxPostsAtOnce } from '#domain/posts/posts-input.ts';
import { plannedDate } from '#domain/posts/publishing.ts';
import { plannedForMessage } from '../dates.ts';
import { loadFailure } from './list/list-messages.ts';
import { readListQuery } from './list/list-query.ts';
import type { SelectedPost } from './list/use-selection.ts';
import { screenLoader } from '../actions/screen-loader.ts';

/** The posts that match the query of the list's address, on all of its pages, as far as one action can change them. */
export const loader = screenLoader(loadFailure, async (domain, { url }) => {
  const query = { ...readListQuery(url.searchParams), page: 1, perPage: maxPostsAtOnce };
  const { items } = await listPosts(domain, query);
  const posts = items.map((post): SelectedPost => ({
    id: post.id,
    title: post.title,
    plannedFor: plannedForMessage(plannedDate(post, domain.now()), domain.timeZone),
  }));
  return Response.json(posts);
});
