import { expect, test } from 'vitest';

import { publishedToast } from './list-messages.ts';

test.each([
  [true, 1, 1, [], 'Post published successfully.'],
  [false, 1, 1, [], 'Post unpublished successfully.'],
  [true, 1, 1, ['It will be public later.'], 'Post published successfully. It will be public later.'],
  [true, 3, 3, [], '3 posts published successfully.'],
  [true, 3, 3, ['One.'], '3 posts published successfully. 1 of them will be public on their publish date.'],
  [
    true,
    2,
    1,
    ['One.', 'Two.'],
    '2 posts published successfully. 1 of them was already published. All of them will be public on their publish dates.',
  ],
])(
  'publishedToast for published %s, %i posts, %i changed, scheduled %j',
  (published, posts, changed, scheduled, text) => {
    expect(publishedToast(published, posts, changed, scheduled).text).toBe(text);
  },
);
