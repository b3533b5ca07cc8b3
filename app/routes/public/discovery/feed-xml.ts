import { pathOf } from '#domain/kinds.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { absolute } from '#app/http/page-meta.ts';
import type { FeedBodies } from '#app/http/request-context.ts';
import { cleanTree, serializeClean, type CleanHtml } from '#domain/text/html.ts';
import { contentsSwitch } from '#domain/text/blocks.ts';
import { mapElements, type Attributes } from '#domain/text/html-tree.ts';
import { postDescription } from '#domain/posts/post-description.ts';
import { findSections } from '../post/section-ids.ts';
import { xmlData, xmlText } from './xml-text.ts';

export type FeedChannel = {
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
 * RSS 2.0 with the full text of each post.
 * @param known the bodies of the feed before, replaced by those of this one
 */
export function feedXml(channel: FeedChannel, posts: PublicPost[], known: FeedBodies = new Map()): string {
  const home = xmlText(channel.origin + channel.home);
  const newest = posts
    .map(({ updatedAt }) => updatedAt)
    .toSorted((one, other) => other.getTime() - one.getTime())[0];
  const bodies = feedBodies(channel, posts, known);
  const items = posts.map((post) => itemXml(channel, post, bodies.get(post.id)?.html));
  known.clear();
  for (const [id, body] of bodies) known.set(id, body);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(channel.title)}</title>
<link>${home}</link>
<description>${xmlText(channel.description)}</description>
<language>en-us</language>
<atom:link href="${xmlText(channel.origin + channel.path)}" rel="self" type="application/rss+xml"/>
${newest ? `<lastBuildDate>${newest.toUTCString()}</lastBuildDate>\n` : ''}${items.join('')}</channel>
</rss>
`;
}

/** The bodies that have room in the feed. */
function feedBodies({ origin }: FeedChannel, posts: PublicPost[], known: FeedBodies): FeedBodies {
  const bodies: FeedBodies = new Map();
  let text = 0;
  for (const post of posts) {
    const { id, content: stored } = post;
    text += stored.length;
    if (text > maxText) break;
    const address = origin + pathOf(post);
    const before = known.get(id);
    const isSame = before?.stored === stored && before.address === address;
    bodies.set(
      id,
      isSame ? before : { stored, address, html: withAbsoluteAddresses(stored, origin, address) },
    );
  }
  return bodies;
}

function itemXml(channel: FeedChannel, post: PublicPost, html: CleanHtml | undefined): string {
  const terms = [...(post.category ? [post.category] : []), ...post.tags];
  const address = channel.origin + pathOf(post);
  // The id stays the same when the slug changes, so feed readers do not show the post again.
  return `<item>
<title>${xmlText(post.title)}</title>
<link>${xmlText(address)}</link>
<guid isPermaLink="false">${xmlText(post.id)}</guid>
<pubDate>${post.firstPublishedAt.toUTCString()}</pubDate>
<dc:creator>${xmlText(post.author)}</dc:creator>
${terms.map(({ name }) => `<category>${xmlText(name)}</category>\n`).join('')}<description>${xmlText(postDescription(post))}</description>
${html === undefined ? '' : `<content:encoded>${xmlData(html)}</content:encoded>\n`}</item>
`;
}

/** Cleans the stored HTML; feed readers cannot resolve relative addresses such as `/storage/…` or `#section`. */
function withAbsoluteAddresses(stored: string, origin: string, post: string): CleanHtml {
  const tree = cleanTree(stored);
  const sections = findSections(tree);
  const change = (attributes: Attributes): Attributes =>
    Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => {
        if (name !== 'href' && name !== 'src') return [name, value];
        if (value.startsWith('#')) return [name, post + value];
        return [name, value.startsWith('/') ? absolute({ origin }, value) : value];
      }),
    );
  const linked = mapElements(tree, (source, children) =>
    source.name === 'a'
      ? sections.link(source, children)
      : contentsSwitch(source) === null
        ? [{ ...source, children }]
        : [],
  );
  const changed = mapElements(linked, (source, children) => [
    { ...source, attributes: change(source.attributes), children },
  ]);
  return serializeClean(changed);
}
