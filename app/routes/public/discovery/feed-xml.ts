import { pathOf } from '#domain/kinds.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { absolute } from '#app/http/page-meta.ts';
import { cleanTree, serializeClean, type CleanHtml } from '#domain/html/html.ts';
import { contentsSwitch } from '#domain/html/blocks.ts';
import { mapElements, type Attributes } from '#domain/html/html-tree.ts';
import type { LaidOutBodies } from '#domain/posts/laid-out-bodies.ts';
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
 * @param laidOut keeps bodies: most are the same in the next feed
 */
export function feedXml(channel: FeedChannel, posts: PublicPost[], laidOut: LaidOutBodies): string {
  const home = xmlText(channel.origin + channel.home);
  const newest = posts
    .map(({ updatedAt }) => updatedAt)
    .toSorted((one, other) => other.getTime() - one.getTime())[0];
  let text = 0;
  const items = posts.map((post) => {
    text += post.content.length;
    return itemXml(channel, post, text > maxText ? undefined : bodyOf(channel, post, laidOut));
  });
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

function bodyOf({ origin }: FeedChannel, post: PublicPost, laidOut: LaidOutBodies): CleanHtml {
  const address = origin + pathOf(post);
  const layOut = () => ({
    html: withAbsoluteAddresses(post.content, origin, address),
    sections: [],
    showsContents: false,
    language: undefined,
  });
  return laidOut(`feed ${address}\n${post.content}`, layOut).html;
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
