import { expect, test } from 'vitest';

import { affectedMessage, termFailures } from './term-messages.ts';

test('affectedMessage says how many posts a deletion affects', () => {
  expect(affectedMessage('category', { posts: 0, hasMorePosts: false })).toBe('No post has this category.');
  expect(affectedMessage('category', { posts: 1, hasMorePosts: false })).toBe(
    '1 post will become Uncategorized.',
  );
  expect(affectedMessage('tag', { posts: 12, hasMorePosts: false })).toBe('12 posts will lose this tag.');
  expect(affectedMessage('tag', { posts: 1_000, hasMorePosts: true })).toBe(
    'More than 1,000 posts will lose this tag.',
  );
});

test('termFailures has the messages of the specification for saving and deleting', () => {
  expect(termFailures('category').create).toBe('Failed to save category.');
  expect(termFailures('tag').delete).toBe('Failed to delete tag.');
});
