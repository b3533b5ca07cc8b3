import { href } from 'react-router';

import type { Route } from './+types/feed';
import { domainContext, siteContext } from '#app/http/request-context.ts';
import { nothingHere, siteFile } from '#app/http/site-file.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { kindFolders } from '#domain/core/kinds.ts';
import { listFeedPosts } from '#domain/posts/list-feed-posts.ts';
import { bodyTree } from '#domain/posts/post-layout.ts';
import { feedXml } from './feed-xml.ts';

/**
 * The newest posts of the blog; at `/work/rss.xml` the case studies, which are not among them. No page names that feed: it
 * is for who asks for it, and there only with a case study.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const { general, blog } = readSiteWords(context, ['general', 'blog']);
  const { name } = general;
  const ofWork = { home: href('/work'), title: `${name}: Work`, description: `Case studies of ${name}.` };
  const ofBlog = { home: href('/blog'), title: `${name}: ${blog.heading}`, description: blog.description };
  const path = url.pathname;
  const ofFolder = kindFolders.find(({ folder }) => folder !== '' && path === `${folder}/rss.xml`);
  const kind = ofFolder?.kind ?? 'post';
  const channel = kind === 'post' ? ofBlog : ofWork;
  const posts = await withUnavailableFallback(context, (domain) => listFeedPosts(domain, kind));
  if (posts.length === 0 && kind !== 'post') return nothingHere();
  const domain = context.get(domainContext);
  const xml = await feedXml({ origin, path, ...channel }, posts, (post) => bodyTree(domain, post));
  return siteFile(xml, 'application/rss+xml');
}
