import { readdir } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { cleanHtml } from '#domain/text/html.ts';
import { imagesIn, readArticle } from './articles.ts';
import { authors, categories, posts, tags } from './content.ts';
import { images } from './demonstration-images.ts';

const slugs = posts.map(({ slug }) => slug);

test('every file in articles/ has a post and every post has a file', async () => {
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

test('two posts are featured, one is scheduled, two are drafts', () => {
  expect(posts.filter(({ featured }) => featured)).toHaveLength(2);
  expect(posts.filter(({ daysAgo }) => daysAgo !== null && daysAgo < 0)).toHaveLength(1);
  expect(posts.filter(({ daysAgo }) => daysAgo === null)).toHaveLength(2);
});

test('every image is used exactly once', async () => {
  const inBodies = await Promise.all(slugs.map(async (slug) => imagesIn(await readArticle(slug))));
  const featured = posts.flatMap(({ image }) => image ?? []);
  expect([...featured, ...inBodies.flat()].toSorted()).toEqual(Object.keys(images).toSorted());
  expect(featured.length).toBeLessThan(posts.length);
});

describe.each(slugs)('%s', (slug) => {
  test('cleaning removes no element', async () => {
    const html = await readArticle(slug);
    expect(tagsOf(cleanHtml(html))).toEqual(tagsOf(html));
  });

  test('links lead to pages and published posts of this site', async () => {
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
