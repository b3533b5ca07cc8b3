import { href } from 'react-router';

import type { Route } from './+types/sitemap';
import { siteContext, type DomainContext } from '#app/http/request-context.ts';
import { nothingHere, siteFile } from '#app/http/site-file.ts';
import { readSiteWords } from '#app/http/site-words.ts';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import {
  countSitemaps,
  listSitemapPages,
  listSitemapPosts,
  type SitemapAddress,
} from '#domain/posts/sitemap.ts';
import { pagesOfSitemap } from '#domain/core/public-addresses.ts';
import { xmlText } from './xml-text.ts';

type Entry = Pick<SitemapAddress, 'path'> & Partial<SitemapAddress>;

/**
 * All addresses, or an index of the parts when there are too many posts for one sitemap. A part is `pages.xml`, or a
 * numbered one with posts.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const part = 'part' in params ? params.part : undefined;
  const parts = part === undefined ? await withUnavailableFallback(context, countSitemaps) : 1;
  if (parts > 1) {
    const names = ['pages', ...Array.from({ length: parts }, (_, index) => String(index + 1))];
    return xmlOf(
      'sitemapindex',
      'sitemap',
      origin,
      names.map((name) => ({ path: href('/sitemaps/:part', { part: `${name}.xml` }) })),
    );
  }
  const { isOn } = readSiteWords(context, ['jv']).jv;
  const pages = pagesOfSitemap.filter((path) => isOn || path !== href('/jv-program'));
  const entries = await withUnavailableFallback(context, (domain) => entriesOf(domain, part, pages));
  return entries.length === 0 ? nothingHere() : xmlOf('urlset', 'url', origin, entries);
}

/** @param part absent for all of them */
async function entriesOf(
  ctx: DomainContext,
  part: string | undefined,
  pages: readonly string[],
): Promise<Entry[]> {
  const [, name = part === undefined ? '1' : '0'] = /^(pages|[1-9]\d{0,3})\.xml$/.exec(part ?? '') ?? [];
  const hasPages = part === undefined || name === 'pages';
  const lists = await Promise.all([
    hasPages ? pages.map((path) => ({ path })) : [],
    hasPages ? listSitemapPages(ctx) : [],
    Number(name) > 0 ? listSitemapPosts(ctx, Number(name)) : [],
  ]);
  return lists.flat();
}

function xmlOf(list: 'urlset' | 'sitemapindex', item: string, origin: string, entries: Entry[]): Response {
  const items = entries.map(({ path, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : '';
    return `<${item}><loc>${xmlText(origin + path)}</loc>${changed}</${item}>\n`;
  });
  return siteFile(
    `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${items.join('')}</${list}>
`,
    'application/xml',
  );
}
