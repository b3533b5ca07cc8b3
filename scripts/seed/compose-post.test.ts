import { expect, test } from 'vitest';

import { composePost } from './compose-post.ts';

test('the same number is the same post', () => {
  expect(composePost(12)).toEqual(composePost(12));
});

test('no two of 35,000 titles (more than there are combinations) are alike, whatever becomes of their signs in an address', () => {
  const slugs = new Set<string>();
  for (let index = 0; index < 35_000; index += 1) {
    slugs.add(
      composePost(index)
        .title.toLowerCase()
        .replace(/[^a-z0-9]+/g, '-'),
    );
  }
  expect(slugs.size).toBe(35_000);
}, 60_000);

test('bodies and excerpts differ, and nothing is left to be filled in', () => {
  const posts = Array.from({ length: 2_000 }, (_, index) => composePost(index));
  expect(new Set(posts.map(({ content }) => content)).size).toBe(2_000);
  for (const { title, excerpt, content, daysAgo, time } of posts) {
    expect(`${title}${excerpt ?? ''}`).not.toMatch(/[{}]/);
    expect(content).not.toMatch(/\{(thing|place|role|n|few|weeks)\}/);
    expect(title).toMatch(/^[A-Z]/);
    expect(title.length).toBeLessThan(120);
    expect(time).toMatch(/^(0[89]|1[0-7]):[0-5]\d$/);
    if (daysAgo !== null) expect(daysAgo).toBeGreaterThan(0);
  }
});

test('most are published, some are drafts', () => {
  const drafts = Array.from({ length: 2_000 }, (_, index) => composePost(index)).filter(
    ({ daysAgo }) => daysAgo === null,
  );
  expect(drafts.length).toBeGreaterThan(20);
  expect(drafts.length).toBeLessThan(120);
});

test('a body has headings, sentences and an ending', () => {
  const { content } = composePost(5);
  expect(content.match(/<h2>/g)?.length).toBeGreaterThanOrEqual(2);
  expect(content.replace(/<[^>]*>/g, ' ').split(/\s+/).length).toBeGreaterThan(120);
});
