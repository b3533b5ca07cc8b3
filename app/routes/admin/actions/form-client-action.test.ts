import { UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router';
import { expect, test, vi } from 'vitest';

import type { ActionResult } from './action-result.ts';
import { expectAnswer } from './answers.ts';
import { formClientAction, withNetworkFallback } from './form-client-action.ts';

const own = 'Failed to update post. Please try again.';
const ended = 'Your session has ended. Please sign in again.';

test.each([
  ['a failed connection', new TypeError('Failed to fetch'), 503, own, 'connection'],
  ['the guard', new ErrorResponse(401, 'Unauthorized', ended), 401, ended, 'request'],
  ['a page of a proxy', new ErrorResponse(502, 'Bad Gateway', '<h1>502</h1>'), 502, own, 'request'],
  ['an empty answer', new ErrorResponse(504, 'Gateway Timeout', ''), 504, own, 'request'],
])('withNetworkFallback answers after %s', async (_, error, status, message, failedAt) => {
  expect(await withNetworkFallback(Promise.reject(error), own)).toMatchObject({
    data: { ok: false, message, status, failedAt },
    init: { status },
  });
});

test('withNetworkFallback answers 503 when no answer comes in time', async () => {
  vi.useFakeTimers();
  const waiting = withNetworkFallback(new Promise(() => {}), own);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(await waiting).toMatchObject({ data: { message: own, status: 503, failedAt: 'timeout' } });
  vi.useRealTimers();
});

test('withNetworkFallback passes on an answer and a redirect', async () => {
  const away = redirect('/admin/login');
  await expect(withNetworkFallback(Promise.reject(away), own)).rejects.toBe(away);
  expect(await withNetworkFallback(Promise.resolve('done'), own)).toBe('done');
});

test.each([
  ['an answer', () => Promise.resolve(done()), [{ ok: true }]],
  [
    'a failed connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    [{ ok: false, status: 503 }],
  ],
  ['a redirect', () => Promise.reject(redirect('/admin/posts')), []],
])(
  'formClientAction passes on %s to the sender of the form, though nothing renders it',
  async (_, serverAction, told) => {
    const receive = vi.fn<(result: ActionResult) => void>();
    const body = new FormData();
    expectAnswer(body, receive);
    const request = new Request('http://site.test/admin', { method: 'POST', body });
    await formClientAction(own)({ request, serverAction }).catch(() => {});
    await new Promise((resolve) => void setTimeout(resolve));
    await expect
      .poll(() => receive.mock.calls)
      .toEqual(told.map((result) => [expect.objectContaining(result)]));
  },
);

function done(): ActionResult {
  return { ok: true, toast: null, value: null, typed: {} };
}
