import { expect, test } from 'vitest';

import { sitemapIndexXml, sitemapXml } from './sitemap-xml.ts';

test('a sitemap escapes addresses and holds known dates', () => {
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

test('a sitemap index holds every sitemap', () => {
  const xml = sitemapIndexXml(['https://firm.example/sitemaps/1.xml', 'https://firm.example/sitemaps/2.xml']);
  expect(xml).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect(
    xml.match(/<sitemap><loc>https:\/\/firm\.example\/sitemaps\/[12]\.xml<\/loc><\/sitemap>/g),
  ).toHaveLength(2);
});
