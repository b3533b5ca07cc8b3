import { expect, test } from 'vitest';

import { affectedMessage, failureMessage, savedToast } from './term-messages.ts';

test('a deletion says how many posts it affects', () => {
  expect(affectedMessage('category', { posts: 0, hasMorePosts: false })).toBe('No post has this category.');
  expect(affectedMessage('category', { posts: 1, hasMorePosts: false })).toBe(
    '1 post will become Uncategorized.',
  );
  expect(affectedMessage('tag', { posts: 12, hasMorePosts: false })).toBe('12 posts will lose this tag.');
  expect(affectedMessage('tag', { posts: 1_000, hasMorePosts: true })).toBe(
    'More than 1,000 posts will lose this tag.',
  );
});

test('the messages of the specification', () => {
  expect(savedToast('category', 'created')).toEqual({
    title: 'Success',
    text: 'Category created successfully.',
  });
  expect(savedToast('tag', 'deleted').text).toBe('Tag deleted successfully.');
  expect(failureMessage('category', 'create')).toBe('Failed to save category.');
  expect(failureMessage('tag', 'delete')).toBe('Failed to delete tag.');
});
