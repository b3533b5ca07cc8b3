import { isOwnAddress } from '#domain/redirects/own-addresses.ts';

/** The posts that a rendered page shows, by their slugs. */
export interface PostsShown {
  /** The post or plain page that the address itself is of; undefined for any other page. */
  readonly own: string | undefined;
  /** Posts that the page links to: in lists, in neighbors, in the text. */
  readonly linked: readonly string[];
}

const SLUG = '[a-z0-9][a-z0-9-]{0,199}';
const OWN = [new RegExp(`^/blog/(${SLUG})$`), /^\/social\/([a-z0-9-]{1,200})-[0-9a-f]{12}\.png$/];
const PLAIN_PAGE = new RegExp(`^/(${SLUG})$`);
/** Not `/blog/category/…`, and nothing cut in the middle. */
const LINK = new RegExp(`/blog/(${SLUG})(?![a-z0-9/-])`, 'g');

/**
 * Reads off a page which posts it shows. Everywhere on the site a post is named together with its address, so the
 * addresses in a page tell its posts.
 *
 * @param body of a text; that of an image holds no links
 * @returns undefined when there are more than `maximum`, as in a large sitemap
 */
export function postsShown(
  page: { readonly address: string; readonly contentType: string; readonly body: Buffer },
  maximum: number,
): PostsShown | undefined {
  const own =
    OWN.map((pattern) => pattern.exec(page.address)?.[1]).find((slug) => slug !== undefined) ??
    plainPageOf(page.address);
  if (page.contentType.startsWith('image/')) return { own, linked: [] };
  const linked = new Set<string>();
  for (const [, slug] of page.body.toString('latin1').matchAll(LINK)) {
    if (slug === undefined || slug === own) continue;
    linked.add(slug);
    if (linked.size > maximum) return undefined;
  }
  return { own, linked: [...linked] };
}

/** The slug of the plain page at an address. */
function plainPageOf(address: string): string | undefined {
  return isOwnAddress(address) ? undefined : PLAIN_PAGE.exec(address)?.[1];
}
