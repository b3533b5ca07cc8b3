import type { PublicPost } from '#domain/posts/post.ts';
import { absolute } from '#app/http/page-meta.ts';
import { xmlData, xmlText } from './xml-text.ts';

export type FeedChannel = { origin: string; title: string; description: string };

/** RSS 2.0 with the whole text of each post. */
export function feedXml(channel: FeedChannel, posts: PublicPost[]): string {
  const home = xmlText(`${channel.origin}/blog`);
  const newest = posts
    .map(({ updatedAt }) => updatedAt)
    .toSorted((one, other) => other.getTime() - one.getTime())[0];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(channel.title)}</title>
<link>${home}</link>
<description>${xmlText(channel.description)}</description>
<language>en-us</language>
<atom:link href="${xmlText(channel.origin)}/rss.xml" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${newest.toUTCString()}</lastBuildDate>\n` : ''}${posts.map((post) => itemXml(channel, post)).join('')}</channel>
</rss>
`;
}

function itemXml(channel: FeedChannel, post: PublicPost): string {
  const terms = [...(post.category ? [post.category] : []), ...post.tags];
  // The id outlives a changed slug, so nobody is shown an old post as a new one.
  return `<item>
<title>${xmlText(post.title)}</title>
<link>${xmlText(`${channel.origin}/blog/${post.slug}`)}</link>
<guid isPermaLink="false">${xmlText(post.id)}</guid>
<pubDate>${post.publishedAt.toUTCString()}</pubDate>
<dc:creator>${xmlText(post.author)}</dc:creator>
${terms.map(({ name }) => `<category>${xmlText(name)}</category>\n`).join('')}<description>${xmlText(post.excerpt ?? post.title)}</description>
<content:encoded>${xmlData(withAbsoluteAddresses(post.content, channel.origin))}</content:encoded>
</item>
`;
}

/** A reader elsewhere has no page that `/storage/…` could be relative to. */
function withAbsoluteAddresses(html: string, origin: string): string {
  return html.replace(
    /(<[a-z][^>]*?\s(?:src|href|poster)=")(\/[^"]*)(")/gi,
    (_, before: string, address: string, after: string) => before + absolute({ origin }, address) + after,
  );
}
