import type { Route } from './+types/feed';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { domainContext, feedBodiesContext, siteContext } from '#app/http/request-context.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { listFeedPosts } from '#domain/posts/list-feed-posts.ts';
import { feedXml } from './feed-xml.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const posts = await withUnavailableFallback(listFeedPosts(context.get(domainContext)), context);
  const { general, blog } = readSiteWords(context, ['general', 'blog']);
  const channel = {
    origin,
    title: `${general.name}: ${blog.heading}`,
    description: blog.description,
  };
  return new Response(feedXml(channel, posts, context.get(feedBodiesContext)), {
    headers: {
      'Content-Type': 'application/rss+xml; charset=utf-8',
      ...sameForEverybody,
    },
  });
}
