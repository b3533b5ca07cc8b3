import { expect, test } from 'vitest';

import { copyTitle } from './copy-title.ts';

test('says that it is a copy', () => {
  expect(copyTitle('Hello')).toBe('Hello (copy)');
});

test('the longest title gives way, by whole characters', () => {
  const copy = copyTitle('👩‍🚀'.repeat(100));
  expect([...copy]).toHaveLength(300);
  expect(copy).toMatch(/ \(copy\)$/);
  expect(copy.isWellFormed()).toBe(true);
});
