import { readdir } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { cleanHtml } from '#domain/text/html.ts';
import { imagesIn, readArticle, readCaseStudy } from './articles.ts';
import { caseStudies } from './case-studies.ts';
import { authors, categories, posts, tags } from './content.ts';
import { images } from './demonstration-images.ts';

const slugs = posts.map(({ slug }) => slug);
const studySlugs = caseStudies.map(({ slug }) => slug);

test.each([
  ['articles', slugs],
  ['case-studies', studySlugs],
])('every file in %s/ has an entry and every entry has a file', async (folder, named) => {
  const files = await readdir(new URL(`./${folder}/`, import.meta.url));
  expect(files.toSorted()).toEqual(named.map((slug) => `${slug}.html`).toSorted());
});

test('no slug is used twice', () => {
  const all = [...slugs, ...studySlugs];
  expect(new Set(all).size).toBe(all.length);
});

test('posts and case studies name categories, tags and authors that exist', () => {
  for (const { category } of posts) expect([null, ...categories.map(({ slug }) => slug)]).toContain(category);
  for (const post of [...posts, ...caseStudies]) {
    expect(authors.map(({ email }) => email)).toContain(post.author);
    expect(tags.map(({ slug }) => slug)).toEqual(expect.arrayContaining(post.tags));
  }
});

test('two posts are featured, one is scheduled, two are drafts', () => {
  expect(posts.filter(({ featured }) => featured)).toHaveLength(2);
  expect(posts.filter(({ daysAgo }) => daysAgo !== null && daysAgo < 0)).toHaveLength(1);
  expect(posts.filter(({ daysAgo }) => daysAgo === null)).toHaveLength(2);
});

test('of the case studies one has no quote, one no logo and one no cover', () => {
  const without = (name: 'quote' | 'logo' | 'image') =>
    caseStudies.filter((study) => study[name] === undefined);
  expect([without('quote'), without('logo'), without('image')].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ]);
});

test('every image is used exactly once', async () => {
  const inBodies = await Promise.all(slugs.map(async (slug) => imagesIn(await readArticle(slug))));
  const featured = posts.flatMap(({ image }) => image ?? []);
  const ofStudies = caseStudies.flatMap(({ image, logo }) => [image ?? [], logo ?? []].flat());
  expect([...featured, ...inBodies.flat(), ...ofStudies].toSorted()).toEqual(Object.keys(images).toSorted());
  expect(featured.length).toBeLessThan(posts.length);
});

describe.each([
  ...slugs.map((slug) => ({ slug, body: readArticle(slug) })),
  ...studySlugs.map((slug) => ({ slug, body: readCaseStudy(slug) })),
])('$slug', ({ body }) => {
  test('cleaning removes no element', async () => {
    const html = await body;
    expect(tagsOf(cleanHtml(html))).toEqual(tagsOf(html));
  });

  test('links lead to pages and published posts of this site', async () => {
    const readable = posts
      .filter(({ daysAgo }) => daysAgo !== null && daysAgo > 0)
      .map((post) => `/blog/${post.slug}`);
    for (const [, address] of (await body).matchAll(/href="([^"]*)"/g)) {
      expect(['/about', '/contact', '/jv-program', ...readable]).toContain(address);
    }
  });
});

function tagsOf(html: string): string[] {
  return [...html.replace(/<!--.*?-->/gs, '').matchAll(/<[^>]+>/g)].map(([tag]) => tag);
}
