import { expect, test } from 'vitest';

import { presenceMessage } from './presence-message.ts';

test.each<[string[], boolean, string]>([
  [[], false, ''],
  [['Mia Chen'], false, 'Mia Chen is also editing this post.'],
  [['Ann', 'Bo'], false, 'Ann and Bo are also editing this post.'],
  [['Ann', 'Bo', 'Cy'], false, 'Ann, Bo, and Cy are also editing this post.'],
  [['Ann', 'Bo', 'Cy', 'Di'], false, 'Ann, Bo, Cy, and 1 other are also editing this post.'],
  [['Ann', 'Bo', 'Cy', 'Di', 'Ed'], false, 'Ann, Bo, Cy, and 2 others are also editing this post.'],
  [[], true, 'You have this post open in another tab.'],
  [['Ann'], true, 'Ann is also editing this post. You have this post open in another tab.'],
])('presenceMessage of %j, elsewhere %j, is %j', (names, isElsewhere, message) => {
  expect(presenceMessage(names, isElsewhere, 'post')).toBe(message);
  expect(presenceMessage(names, isElsewhere, 'page')).toBe(message.replaceAll('post', 'page'));
});
