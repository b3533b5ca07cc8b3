import { expect, test } from 'vitest';

import { clearedToastCookie, toastCookie, toastKey } from './toast.ts';

const keys = ['signed-in', 'post-published'] as const;

function requestWith(cookie: string | null): Request {
  return new Request('http://firm.test/admin', { headers: cookie === null ? {} : { cookie } });
}

test('a message reaches the next screen among other cookies', () => {
  const sent = toastCookie('post-published', '/admin').split(';')[0] ?? '';
  expect(toastKey(requestWith(`session=abc; ${sent}; theme=dark`), keys)).toBe('post-published');
});

test.each([
  null,
  '',
  'session=abc',
  'anyforge_toast=',
  'anyforge_toast=<b>hi</b>',
  'xanyforge_toast=signed-in',
])('there is no message in %s', (cookie) => {
  expect(toastKey(requestWith(cookie), keys)).toBeNull();
});

test('scripts cannot read it, other sites cannot send it, and it ends', () => {
  expect(toastCookie('signed-in', '/admin')).toBe(
    'anyforge_toast=signed-in; Path=/admin; Max-Age=60; HttpOnly; SameSite=Lax',
  );
  expect(clearedToastCookie('/admin')).toContain('Max-Age=0');
});
