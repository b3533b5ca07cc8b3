import { UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router';
import { expect, test, vi } from 'vitest';

import { withNetworkFallback } from './network-error.ts';

const own = 'Failed to update post. Please try again.';

test.each([
  ['a failed connection', new TypeError('Failed to fetch'), 503, own],
  [
    'the guard',
    new ErrorResponse(401, 'Unauthorized', 'Your session has ended. Please sign in again.'),
    401,
    'Your session has ended. Please sign in again.',
  ],
  ['a page of a proxy', new ErrorResponse(502, 'Bad Gateway', '<html><h1>502</h1></html>'), 502, own],
  ['an empty answer', new ErrorResponse(504, 'Gateway Timeout', ''), 504, own],
])('withNetworkFallback answers after %s', async (_, error, status, message) => {
  expect(await withNetworkFallback(Promise.reject(error), own, said)).toMatchObject({
    data: { message, status },
    init: { status },
  });
});

test('withNetworkFallback answers 503 when no answer comes in time', async () => {
  vi.useFakeTimers();
  const waiting = withNetworkFallback(new Promise(() => {}), own, said);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(await waiting).toMatchObject({ data: { message: own, status: 503 } });
  vi.useRealTimers();
});

test('withNetworkFallback passes on an answer and a redirect', async () => {
  const away = redirect('/admin/login');
  await expect(withNetworkFallback(Promise.reject(away), own, said)).rejects.toBe(away);
  expect(await withNetworkFallback(Promise.resolve('done'), own, said)).toBe('done');
});

function said(message: string, status: number) {
  return { message, status };
}
