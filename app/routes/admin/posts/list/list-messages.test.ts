import { expect, test } from 'vitest';

import { publishedToast } from './list-messages.ts';

test.each([
  [true, 1, [], 'Post published successfully.'],
  [false, 1, [], 'Post unpublished successfully.'],
  [true, 1, ['It will be public later.'], 'Post published successfully. It will be public later.'],
  [true, 3, [], '3 posts published successfully.'],
  [true, 3, ['One.'], '3 posts published successfully. Of them, 1 will be public on the publish date.'],
])('publishedToast for published %s, %i posts, scheduled %j', (published, posts, scheduled, text) => {
  const toast = publishedToast('post', published, posts, scheduled);
  expect(typeof toast === 'string' ? toast : toast.text).toBe(text);
});
