import { xmlText } from './xml-text.ts';

/** A sitemap may list so many addresses (sitemaps.org); the newest come first. */
const most = 50_000;

/** The sitemap of the given addresses; a date where one is known. */
export function sitemapXml(addresses: { address: string; changed?: Date }[]): string {
  const entries = addresses.slice(0, most).map(({ address, changed }) => {
    const date = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
    return `<url><loc>${xmlText(address)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}
