import { expect, test } from 'vitest';

import { mediaToast } from './media-outcome.ts';

test.each([
  [0, false, 'Image replaced successfully.'],
  [1, false, 'Image replaced in 1 post successfully.'],
  [
    2,
    true,
    'Image replaced in 2 posts successfully. The earlier one stays as long as earlier versions show it.',
  ],
])('an image that %i posts showed, and is kept: %s', (posts, isKept, text) => {
  expect(mediaToast({ ok: true, intent: 'replace', posts, isKept })).toEqual({ title: 'Success', text });
});
