import type { Route } from './+types/feed';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { domainContext, feedBodiesContext, siteContext } from '#app/http/request-context.ts';
import { siteContent } from '#app/site-content.ts';
import { listFeedPosts } from '#domain/posts/list-feed-posts.ts';
import { feedXml } from './feed-xml.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const posts = await withUnavailableFallback(listFeedPosts(context.get(domainContext)), context);
  const channel = {
    origin,
    title: `${siteContent.name}: ${siteContent.blog.heading}`,
    description: siteContent.blog.description,
  };
  return new Response(feedXml(channel, posts, context.get(feedBodiesContext)), {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      ...sameForEverybody,
    },
  });
}
