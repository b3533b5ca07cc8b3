import { expect, test } from 'vitest';

import { readMinutes } from './count-words.ts';

test('reading time is words divided by 200, rounded up, at least one minute', () => {
  expect([0, 1, 200, 201, 400, 401].map(readMinutes)).toEqual([1, 1, 1, 2, 2, 3]);
});
