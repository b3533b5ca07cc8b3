import { expect, test } from 'vitest';

import { presenceMessage } from './presence-message.ts';

test.each<[string[], string]>([
  [[], ''],
  [['Mia Chen'], 'Mia Chen is also editing this post.'],
  [['Ann', 'Bo', 'Cy'], 'Ann, Bo, and Cy are also editing this post.'],
  [['Ann', 'Bo', 'Cy', 'Di'], 'Ann, Bo, Cy, and 1 other are also editing this post.'],
  [['Ann', 'Bo', 'Cy', 'Di', 'Ed'], 'Ann, Bo, Cy, and 2 others are also editing this post.'],
])('presenceMessage of %j is %j', (names, message) => {
  expect(presenceMessage(names, 'post')).toBe(message);
});
