import { expect, test } from 'vitest';

import { affectedSentence, failureSentence, savedToast } from './term-messages.ts';

test('a deletion says how many posts it affects', () => {
  expect(affectedSentence('category', { posts: 0, hasMorePosts: false })).toBe('No post has this category.');
  expect(affectedSentence('category', { posts: 1, hasMorePosts: false })).toBe(
    '1 post will become Uncategorized.',
  );
  expect(affectedSentence('tag', { posts: 12, hasMorePosts: false })).toBe('12 posts will lose this tag.');
  expect(affectedSentence('tag', { posts: 1_000, hasMorePosts: true })).toBe(
    'More than 1,000 posts will lose this tag.',
  );
});

test('the sentences of the specification', () => {
  expect(savedToast('category', 'created')).toEqual({
    title: 'Success',
    text: 'Category created successfully.',
  });
  expect(savedToast('tag', 'deleted').text).toBe('Tag deleted successfully.');
  expect(failureSentence('category', 'create')).toBe('Failed to save category.');
  expect(failureSentence('tag', 'delete')).toBe('Failed to delete tag.');
});
