import { expect, test } from 'vitest';

import { emptyState, postLimits, postState } from './post-state.ts';

test.each([
  ['as many elements as a post holds', '<br>'.repeat(postLimits.contentElements), undefined],
  ['one element more', '<br>'.repeat(postLimits.contentElements + 1), /^The content has too many parts/],
  ['more than 5 MB', 'x'.repeat(postLimits.contentBytes + 1), /^The content is too long/],
])('postState of %s', (_, content, message) => {
  const { error } = postState.safeParse({ ...emptyState('post'), content });
  expect(error?.issues.map(({ path, message: text }) => [path.join(), text])).toEqual(
    message && [['content', expect.stringMatching(message)]],
  );
});
