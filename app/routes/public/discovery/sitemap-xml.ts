import { xmlText } from './xml-text.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** A sitemap of the given addresses, with the date of the last change where it is known. */
export function sitemapXml(addresses: { address: string; changed?: Date }[]): string {
  const entries = addresses.map(({ address, changed }) => {
    const date = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
    return `<url><loc>${xmlText(address)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${namespace}">
${entries.join('')}</urlset>
`;
}

/** A sitemap index, for a site with more addresses than one sitemap may hold. */
export function sitemapIndexXml(addresses: string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${xmlText(address)}</loc></sitemap>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${namespace}">
${entries.join('')}</sitemapindex>
`;
}
