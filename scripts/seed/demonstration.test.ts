import { readdir, readFile } from 'node:fs/promises';

import { describe, expect, test } from 'vitest';

import { cleanHtml } from '#domain/html/html.ts';
import { isPublic, readDemonstration } from './demonstration.ts';

const { posts, caseStudies, own, reader } = await readDemonstration();
const texts = [...posts, ...caseStudies];

test('every file is a text of its own slug that can be imported as it is', () => {
  expect([posts.length, caseStudies.length]).toEqual([18, 6]);
  for (const { place, slug, skipped, notes } of texts) {
    expect([place, skipped, notes]).toEqual([expect.stringContaining(`/${slug}.md`), null, []]);
  }
  expect(new Set(texts.map(({ slug }) => slug)).size).toBe(texts.length);
});

test('texts name categories, tags and authors that exist', () => {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
  for (const { categories, tags, authors } of texts) {
    expect(names(own.categories)).toEqual(expect.arrayContaining(names(categories)));
    expect(names(own.tags)).toEqual(expect.arrayContaining(names(tags)));
    expect(names(own.authors)).toEqual(expect.arrayContaining(names(authors)));
    expect(authors).toHaveLength(1);
  }
});

test('every image is described, there, and used exactly once', async () => {
  const folder = new URL('../../demonstration/', import.meta.url);
  const files = await readdir(new URL('images/', folder), { recursive: true });
  const images = files.filter((path) => path.endsWith('.webp')).map((path) => `images/${path}`);
  expect(own.images.map(({ path }) => path).toSorted()).toEqual(images.toSorted());
  const places = [...texts.map(({ place }) => place), 'authors.yaml'];
  const written = await Promise.all(places.map((place) => readFile(new URL(place, folder), 'utf8')));
  for (const { path, alt } of own.images) {
    expect([path, written.join('').split(path).length - 1]).toEqual([path, 1]);
    expect(alt).toMatch(/\w/);
    expect(reader.fileOf(`/${path}`, texts[0] ?? Object())).not.toBeNull();
  }
});

describe.each(texts)('$slug', ({ html }) => {
  test('cleaning removes no element but images that are not stored yet', () => {
    expect(tagsOf(cleanHtml(html))).toEqual(tagsOf(html));
  });

  test('links lead to pages and published posts of this site', () => {
    const readable = posts
      .filter((post) => isPublic(post) && (post.state.date ?? '') < '2026-11-25')
      .map(({ slug }) => `/blog/${slug}`);
    for (const [, address] of html.matchAll(/href="([^"]*)"/g)) {
      expect(['/about', '/contact', '/jv-program', ...readable]).toContain(address);
    }
  });
});

function tagsOf(html: string): string[] {
  return [...html.replace(/<img[^>]*>/g, '').matchAll(/<[^>]+>/g)].map(([tag]) => tag);
}
