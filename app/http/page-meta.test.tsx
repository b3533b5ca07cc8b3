import { renderToString } from 'react-dom/server';
import { createRoutesStub, Meta } from 'react-router';
import { expect, test } from 'vitest';

import { absolute, breadcrumbs, cardImage, pageMeta, type PageDescription } from './page-meta.ts';

const site = { origin: 'https://firm.example', name: 'Firm', socialImage: '/social-card.png' };

test('a title that tries to end the data block stays inside it', () => {
  const title = '</script><script>canary()</script><!--\u2028';
  const html = rendered({ facts: [{ '@type': 'BlogPosting', headline: title }] });
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(block).not.toMatch(/[<>\u2028]/);
  expect(JSON.parse(block)).toMatchObject({ '@context': 'https://schema.org', headline: title });
});

test('every title contains the name of the site once', () => {
  expect(rendered({ title: 'Contact' })).toContain('<title>Contact · Firm</title>');
  expect(rendered({ title: 'Firm: we build' })).toContain('<title>Firm: we build</title>');
});

test('canonical and card addresses are absolute and never come from the request', () => {
  const html = rendered({ path: '/blog?page=2', image: cardImage('/social/a.png', 'A') });
  expect(html).toContain('<link rel="canonical" href="https://firm.example/blog?page=2"/>');
  expect(html).toContain('content="https://firm.example/social/a.png"');
});

test('a hidden page has noindex and no canonical address', () => {
  const html = rendered({ hidden: true });
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('canonical');
});

test('pageMeta names the original and the title of links where a page has them', () => {
  const html = rendered({ path: '/blog/a', canonical: 'https://other.example/a', socialTitle: 'Shared' });
  expect(html).toContain('<link rel="canonical" href="https://other.example/a"/>');
  expect(html).toContain('<meta property="og:url" content="https://other.example/a"/>');
  expect(html).toContain('<meta property="og:title" content="Shared"/>');
  expect(html).toContain('<title>Page · Firm</title>');
  expect(rendered({ canonical: null, socialTitle: null })).toBe(rendered({}));
});

test('only addresses of this site get its origin', () => {
  expect(absolute(site, '/about')).toBe('https://firm.example/about');
  expect(absolute(site, '//other.example/a')).toBe('//other.example/a');
  expect(absolute(site, 'https://other.example/a')).toBe('https://other.example/a');
});

test('breadcrumbs count from one', () => {
  expect(breadcrumbs(site, [{ name: 'Blog', path: '/blog' }])).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Blog', item: 'https://firm.example/blog' }],
  });
});

function rendered(page: Partial<PageDescription>): string {
  const meta = pageMeta(site, { path: '/', title: 'Page', description: 'Text.', ...page });
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: Meta, meta: () => meta }]);
  return renderToString(<Stub />);
}
