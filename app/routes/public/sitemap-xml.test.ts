import { expect, test } from 'vitest';

import { sitemapXml } from './sitemap-xml.ts';

test('addresses are escaped and dated where a date is known', () => {
  const changed = new Date('2026-11-20T10:00:00Z');
  const xml = sitemapXml([
    { address: 'https://firm.example/?a=1&b=2' },
    { address: 'https://firm.example/blog/a', changed },
  ]);
  expect(xml).toContain('<url><loc>https://firm.example/?a=1&amp;b=2</loc></url>');
  expect(xml).toContain(
    '<url><loc>https://firm.example/blog/a</loc><lastmod>2026-11-20T10:00:00.000Z</lastmod></url>',
  );
});

test('no more addresses than a sitemap may hold', () => {
  const addresses = Array.from({ length: 50_010 }, (_, index) => ({
    address: `https://firm.example/${index}`,
  }));
  expect(sitemapXml(addresses).match(/<url>/g)).toHaveLength(50_000);
});
