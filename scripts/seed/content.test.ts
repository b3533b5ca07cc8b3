import { readdir } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { cleanHtml } from '#domain/text/html.ts';
import { imagesIn, readArticle } from './articles.ts';
import { authors, categories, posts, tags } from './content.ts';
import { images } from './demonstration-images.ts';

const slugs = posts.map(({ slug }) => slug);

test('every article has its post and every post its article', async () => {
  const files = await readdir(new URL('./articles/', import.meta.url));
  expect(files.toSorted()).toEqual(slugs.map((slug) => `${slug}.html`).toSorted());
  expect(new Set(slugs).size).toBe(slugs.length);
});

test('posts name categories, tags and authors that exist', () => {
  for (const post of posts) {
    expect([null, ...categories.map(({ slug }) => slug)]).toContain(post.category);
    expect(authors.map(({ email }) => email)).toContain(post.author);
    expect(tags.map(({ slug }) => slug)).toEqual(expect.arrayContaining(post.tags));
  }
});

test('two are featured, one is scheduled, some are drafts', () => {
  expect(posts.filter(({ featured }) => featured)).toHaveLength(2);
  expect(posts.filter(({ daysAgo }) => daysAgo !== null && daysAgo < 0)).toHaveLength(1);
  expect(posts.filter(({ daysAgo }) => daysAgo === null)).toHaveLength(2);
});

test('every image stands in one place, and says what it shows', async () => {
  const inBodies = await Promise.all(slugs.map(async (slug) => imagesIn(await readArticle(slug))));
  const featured = posts.flatMap(({ image }) => image ?? []);
  expect([...featured, ...inBodies.flat()].toSorted()).toEqual(Object.keys(images).toSorted());
  expect(featured.length).toBeLessThan(posts.length);
});

describe.each(slugs)('%s', (slug) => {
  test('the cleaner has nothing to take out', async () => {
    const html = await readArticle(slug);
    expect(tagsOf(cleanHtml(html))).toEqual(tagsOf(html));
  });

  test('links lead to pages and posts of this site that can be read', async () => {
    const readable = posts
      .filter(({ daysAgo }) => daysAgo !== null && daysAgo > 0)
      .map((post) => `/blog/${post.slug}`);
    for (const [, address] of (await readArticle(slug)).matchAll(/href="([^"]*)"/g)) {
      expect(['/about', '/contact', '/jv-program', ...readable]).toContain(address);
    }
  });
});

function tagsOf(html: string): string[] {
  return [...html.replace(/<!--.*?-->/gs, '').matchAll(/<[^>]+>/g)].map(([tag]) => tag);
}
