import { expect, test, vi } from 'vitest';

import { withTimeout } from '#app/routes/admin/actions/timeout.ts';
import { brokenSave, fieldOf, refusedSave } from './save-outcome.ts';

/** As the router makes one of an answer that is not its own. */
function answer(status: number, data: unknown = 'words') {
  return { status, statusText: '', internal: false, data };
}

const message = 'Failed to update post.';

test.each([
  [401, { kind: 'session-ended' }],
  [403, { kind: 'refused', message: 'You are no longer allowed to save this post.' }],
  [413, { kind: 'refused', message: 'This post is too large to be saved. Please make it shorter.' }],
  [500, { kind: 'failed', message, reason: 'the site had an error.' }],
  [503, { kind: 'failed', message, reason: 'the site is busy.' }],
])('an answer of %i on the way is told apart', (status, outcome) => {
  expect(brokenSave(answer(status), message)).toEqual(outcome);
});

test('a cut line is a failure in the words of the screen', () => {
  expect(brokenSave(new TypeError('Failed to fetch'), message)).toEqual({
    kind: 'failed',
    message,
    reason: 'there is no connection.',
  });
});

test('an answer that never comes is a failure too', async () => {
  vi.useFakeTimers();
  const waiting = withTimeout(new Promise(() => {})).catch((error: unknown) => brokenSave(error, message));
  await vi.advanceTimersByTimeAsync(75_000);
  expect(await waiting).toMatchObject({ kind: 'failed', reason: 'the site did not answer.' });
  vi.useRealTimers();
});

test.each([
  [422, 'refused'],
  [404, 'gone'],
  [500, 'failed'],
])('the server’s %i is %s', (status, kind) => {
  expect(refusedSave({ status, message: 'So it is.' })).toMatchObject({ kind, message: 'So it is.' });
});

test('a message stands at its field', () => {
  expect(fieldOf('Please enter a post title.')).toBe('title');
  expect(fieldOf('Slug must be at most 200 characters long.')).toBe('slug');
  expect(fieldOf('A post can have at most 100 tags.')).toBeNull();
});
