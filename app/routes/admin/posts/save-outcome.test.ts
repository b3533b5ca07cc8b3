import { expect, test } from 'vitest';

import { brokenSave, fieldOf, refusedSave } from './save-outcome.ts';

/** As the router makes one of an answer that is not its own. */
function answer(status: number, data: unknown = 'words') {
  return { status, statusText: '', internal: false, data };
}

test.each([
  [401, { kind: 'session-ended' }],
  [403, { kind: 'refused', sentence: 'You are no longer allowed to save this post.' }],
  [413, { kind: 'refused', sentence: 'This post is too large to be saved. Please make it shorter.' }],
  [500, { kind: 'failed', sentence: 'Failed to update post.' }],
  [503, { kind: 'failed', sentence: 'Failed to update post.' }],
])('an answer of %i on the way is told apart', (status, outcome) => {
  expect(brokenSave(answer(status), 'Failed to update post.')).toEqual(outcome);
});

test('a cut line is a failure in the words of the screen', () => {
  expect(brokenSave(new TypeError('Failed to fetch'), 'Failed to save post.')).toEqual({
    kind: 'failed',
    sentence: 'Failed to save post.',
  });
});

test.each([
  [409, 'conflict'],
  [422, 'refused'],
  [404, 'refused'],
  [500, 'failed'],
])('the server’s %i is %s', (status, kind) => {
  expect(refusedSave({ status, sentence: 'So it is.' })).toEqual({ kind, sentence: 'So it is.' });
});

test('a sentence stands at its field', () => {
  expect(fieldOf('Please enter a post title.')).toBe('title');
  expect(fieldOf('Slug must be at most 200 characters long.')).toBe('slug');
  expect(fieldOf('A post can have at most 100 tags.')).toBeNull();
});
