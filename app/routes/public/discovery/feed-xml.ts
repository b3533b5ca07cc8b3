import { pathOf } from '#domain/core/kinds.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { absolute } from '#app/http/page-meta.ts';
import { contentsSwitch } from '#domain/html/blocks.ts';
import { render, serializeHtml, type Attributes, type BodyTree } from '#domain/html/html-tree.ts';
import { findSections } from '#domain/html/section-ids.ts';
import { xmlData, xmlText } from './xml-text.ts';

type FeedChannel = {
  origin: string;
  /** The page that it is the feed of, and its own path. */
  home: string;
  path: string;
  title: string;
  description: string;
};

/** Limit for the bodies in one feed, in characters. Posts beyond it appear without a body. */
const maxText = 2_000_000;

/**
 * RSS 2.0 with the full text of each post. Other requests are answered between two of them.
 * @param treeOf reads the body of a post
 */
export async function feedXml(
  channel: FeedChannel,
  posts: PublicPost[],
  treeOf: (post: PublicPost) => BodyTree,
): Promise<string> {
  const home = xmlText(channel.origin + channel.home);
  const newest = posts
    .map(({ updatedAt }) => updatedAt)
    .toSorted((one, other) => other.getTime() - one.getTime())[0];
  let text = 0;
  let items = '';
  for (const post of posts) {
    await new Promise((resolve) => void setImmediate(resolve));
    text += post.content.length;
    items += itemXml(channel, post, text > maxText ? null : treeOf(post));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(channel.title)}</title>
<link>${home}</link>
<description>${xmlText(channel.description)}</description>
<language>en-us</language>
<atom:link href="${xmlText(channel.origin + channel.path)}" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${newest.toUTCString()}</lastBuildDate>\n` : ''}${items}</channel>
</rss>
`;
}

function itemXml(channel: FeedChannel, post: PublicPost, body: BodyTree | null): string {
  const terms = [...(post.category ? [post.category] : []), ...post.tags];
  const address = channel.origin + pathOf(post);
  // The id stays the same when the slug changes, so feed readers do not show the post again.
  return `<item>
<title>${xmlText(post.title)}</title>
<link>${xmlText(address)}</link>
<guid isPermaLink="false">${xmlText(post.id)}</guid>
<pubDate>${post.firstPublishedAt.toUTCString()}</pubDate>
${post.author === '' ? '' : `<dc:creator>${xmlText(post.author)}</dc:creator>\n`}${terms.map(({ name }) => `<category>${xmlText(name)}</category>\n`).join('')}<description>${xmlText(post.description)}</description>
${body === null ? '' : `<content:encoded>${xmlData(serializeHtml(withAbsoluteAddresses(body, channel.origin, address)))}</content:encoded>\n`}</item>
`;
}

/** Feed readers cannot resolve relative addresses such as `/storage/…` or `#section`. */
function withAbsoluteAddresses(tree: BodyTree, origin: string, post: string): BodyTree {
  const sections = findSections(tree);
  const whole = (address: string) =>
    address.startsWith('#') ? post + address : absolute({ origin }, address);
  const withWhole = (attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [
        name,
        name === 'href' || name === 'src' ? whole(value) : value,
      ]),
    );
  const linked = render(tree, {
    a: sections.link,
    hr: (source) => (contentsSwitch(source) === null ? [source] : []),
  });
  return render(linked, {
    other: (source, children) => [{ ...source, attributes: withWhole(source.attributes), children }],
  });
}
