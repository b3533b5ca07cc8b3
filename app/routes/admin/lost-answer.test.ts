import { UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router';
import { expect, test } from 'vitest';

import { lostAnswer } from './lost-answer.ts';

const own = 'Failed to update post. Please try again.';

test.each([
  ['a line that failed', new TypeError('Failed to fetch'), 503, own],
  [
    'the door',
    new ErrorResponse(401, 'Unauthorized', 'Your session has ended. Please sign in again.'),
    401,
    'Your session has ended. Please sign in again.',
  ],
  ['a page of a proxy', new ErrorResponse(502, 'Bad Gateway', '<html><h1>502</h1></html>'), 502, own],
  ['an empty answer', new ErrorResponse(504, 'Gateway Timeout', ''), 504, own],
])('%s', (_, error, status, sentence) => {
  expect(lostAnswer(error, own)).toEqual({ status, sentence });
});

test('a redirect goes on its way', () => {
  const away = redirect('/admin/login');
  expect(() => lostAnswer(away, own)).toThrow(away);
});
