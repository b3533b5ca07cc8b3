import { expect, test } from 'vitest';

import { replacedMessage } from './media-messages.ts';

test.each([
  [0, false, 'Image replaced successfully.'],
  [1, false, 'Image replaced in 1 post successfully.'],
  [
    2,
    true,
    'Image replaced in 2 posts successfully. The earlier one stays as long as earlier versions show it.',
  ],
])('replacedMessage for %i posts (kept: %s)', (posts, isKept, text) => {
  expect(replacedMessage({ posts, isKept })).toBe(text);
});
