import { expect, test } from 'vitest';

import { composePost as compose } from './compose-post.ts';
import { readDemonstration, sectionsOf } from './demonstration.ts';

const sections = sectionsOf((await readDemonstration()).posts);
const composePost = (index: number) => compose(index, sections);

test('composePost returns the same post for the same number', () => {
  expect(composePost(12)).toEqual(composePost(12));
});

test('35,000 titles (more than there are combinations) become 35,000 different slugs', () => {
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

test('bodies differ, titles begin with a capital, and times are in working hours', () => {
  const posts = Array.from({ length: 2_000 }, (_, index) => composePost(index));
  expect(new Set(posts.map(({ content }) => content)).size).toBe(2_000);
  for (const { title, excerpt, content, daysAgo, time } of posts) {
    expect(`${title}${excerpt ?? ''}${content}`).not.toContain('undefined');
    expect(content).not.toContain('<img');
    expect(title).toMatch(/^[A-Z]/);
    expect(title.length).toBeLessThan(120);
    expect(time).toMatch(/^(0[89]|1[0-7]):[0-5]\d$/);
    if (daysAgo !== null) expect(daysAgo).toBeGreaterThan(0);
  }
});
