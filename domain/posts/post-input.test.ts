import { expect, test } from 'vitest';

import { newPost } from '#tests/factories.ts';
import { newPostInput, postLimits } from './post-input.ts';

test.each([
  ['as many elements as a post holds', '<br>'.repeat(postLimits.contentElements), undefined],
  ['one element more', '<br>'.repeat(postLimits.contentElements + 1), /^The content has too many parts/],
  ['more than 5 MB', 'x'.repeat(postLimits.contentBytes + 1), /^The content is too long/],
])('newPostInput of %s', (_, content, message) => {
  const { error } = newPostInput.safeParse(newPost({ content }));
  expect(error?.issues.map(({ path, message: text }) => [path.join(), text])).toEqual(
    message && [['content', expect.stringMatching(message)]],
  );
});
