import { expect, test } from 'vitest';

import { noSelection, rangeOf, withPosts } from './selection.ts';

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: id.toUpperCase(), plannedFor: null }));
const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id).join('');

test('rangeOf has both ends in either direction, and one row without a start on the page', () => {
  expect(idsOf(rangeOf(rows, 'b', 'd'))).toBe('bcd');
  expect(idsOf(rangeOf(rows, 'd', 'b'))).toBe('bcd');
  expect(idsOf(rangeOf(rows, 'c', 'c'))).toBe('c');
  expect(idsOf(rangeOf(rows, null, 'c'))).toBe('c');
  expect(idsOf(rangeOf(rows, 'elsewhere', 'c'))).toBe('c');
  expect(rangeOf(rows, 'a', 'elsewhere')).toEqual([]);
});

test('withPosts keeps what is selected on other pages and changes nothing that it was given', () => {
  const elsewhere = { id: 'z', title: 'Z', plannedFor: null };
  const before = withPosts(noSelection, [elsewhere], true);
  const after = withPosts(before, rows, true);
  expect([...after.keys()].join('')).toBe('zabcd');
  expect([...withPosts(after, rows.slice(1), false).keys()].join('')).toBe('za');
  expect(before.size).toBe(1);
});
