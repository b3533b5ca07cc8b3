import { expect, test } from 'vitest';

import { copyTitle } from './duplicate-post.ts';

test('the title of a copy ends with (copy)', () => {
  expect(copyTitle('Hello')).toBe('Hello (copy)');
});

test('the longest title is shortened by whole characters', () => {
  const copy = copyTitle('👩‍🚀'.repeat(100));
  expect([...copy]).toHaveLength(300);
  expect(copy).toMatch(/ \(copy\)$/);
  expect(copy.isWellFormed()).toBe(true);
});
