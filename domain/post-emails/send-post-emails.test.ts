import { expect, test } from 'vitest';

import { nextRate } from './send-post-emails.ts';

test.each([
  ['accepted emails speed a sending up', 2, { accepted: 35, slowed: false }, 4],
  ['never above the setting', 9.9, { accepted: 50, slowed: false }, 10],
  ['a lower setting counts at once', 40, { accepted: 0, slowed: false }, 10],
  ['a server that asks for less halves it', 8, { accepted: 3, slowed: true }, 4],
  ['it never stops for good', 0.2, { accepted: 0, slowed: true }, 0.2],
])('%s', (_, rate, answers, expected) => {
  expect(nextRate(rate, answers, 10)).toBeCloseTo(expected, 2);
});
