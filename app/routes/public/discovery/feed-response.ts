import type { RouterContextProvider } from 'react-router';

import { sameForEverybody } from '#app/http/cache-control.ts';
import { domainContext, laidOutBodiesContext, siteContext } from '#app/http/request-context.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import type { PostKind } from '#domain/kinds.ts';
import { listFeedPosts } from '#domain/posts/list-feed-posts.ts';
import { feedXml, type FeedChannel } from './feed-xml.ts';

/** The feed of the newest posts of a kind; only that of the blog is there without any. */
export async function feedResponse(
  context: Readonly<RouterContextProvider>,
  kind: PostKind,
  channel: Omit<FeedChannel, 'origin'>,
): Promise<Response> {
  const { origin } = context.get(siteContext);
  const posts = await withUnavailableFallback(listFeedPosts(context.get(domainContext), kind), context);
  if (posts.length === 0 && kind !== 'post')
    return new Response('There is nothing at this address.\n', { status: 404 });
  return new Response(feedXml({ origin, ...channel }, posts, context.get(laidOutBodiesContext)), {
    headers: { 'Content-Type': 'application/rss+xml; charset=utf-8', ...sameForEverybody },
  });
}
