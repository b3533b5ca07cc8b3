import { expect, test } from 'vitest';

import { structuredDataErrors, feedErrors, sitemapErrors } from './published-rules.ts';

const address = 'https://a.example/rss.xml';
const item = (inside: string) => `<item><title>T</title><guid isPermaLink="false">1</guid>${inside}</item>`;
const feed = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><link>https://a.example/</link><description>D</description><atom:link href="${address}" rel="self" type="application/rss+xml"/>${inside}</channel></rss>`;

test('feedErrors finds no error in a plain feed', () => {
  expect(feedErrors(feed(item('<pubDate>Sat, 21 Nov 2020 08:00:00 GMT</pubDate>')), address)).toEqual([]);
});

test.each([
  ['a weekday that the date has not', item('<pubDate>Sun, 21 Nov 2020 08:00:00 GMT</pubDate>')],
  ['a second title', item('<title>Again</title>')],
  ['an unknown element', item('<published>now</published>')],
  ['a relative address', item('<content:encoded><![CDATA[<a href="/about">a</a>]]></content:encoded>')],
  ['a script', item('<content:encoded><![CDATA[<script>1</script>]]></content:encoded>')],
  ['the same id twice', item('') + item('')],
  ['a short link', item('<link>/blog</link>')],
])('a feed with %s has one', (_, inside) => {
  expect(feedErrors(feed(inside), address)).toHaveLength(1);
});

test('feedErrors finds an error in a feed whose own address is another one', () => {
  expect(feedErrors(feed(item('')), 'https://b.example/rss.xml')).toHaveLength(1);
});

const map = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
const url = (place: string, more = '') => `<url><loc>${place}</loc>${more}</url>`;

test.each([
  ['nothing wrong', url('https://a.example/b', '<lastmod>2020-01-01T00:00:00Z</lastmod>'), 0],
  ['an address of another site', url('https://b.example/'), 1],
  ['an address twice', url('https://a.example/b') + url('https://a.example/b'), 1],
  ['a date that is none', url('https://a.example/b', '<lastmod>yesterday</lastmod>'), 1],
  ['an element of its own', url('https://a.example/b', '<title>B</title>'), 1],
  ['nothing in it', '', 1],
])('a sitemap with %s', (_, entries, errors) => {
  expect(sitemapErrors(map(entries), 'https://a.example')).toHaveLength(errors);
});

const block = (fact: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...fact })}</script>`;
const step = { '@type': 'ListItem', position: 1, name: 'A', item: 'https://a.example/' };

test.each([
  [{ '@type': 'BreadcrumbList', itemListElement: [step, { ...step, position: 2 }] }, 0],
  [{ '@type': 'BreadcrumbList', itemListElement: [step] }, 1],
  [{ '@type': 'BreadcrumbList', itemListElement: [step, step] }, 1],
  [{ '@type': 'BlogPosting', headline: 'A', image: '/a.png', author: {} }, 4],
  [{ '@type': 'Thing' }, 1],
])('structured data %#', (fact, errors) => {
  expect(structuredDataErrors(block(fact))).toHaveLength(errors);
});
