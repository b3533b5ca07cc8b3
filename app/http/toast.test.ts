import { expect, test } from 'vitest';

import { toastCookie, toastValue } from './toast.ts';

test('the toast cookie is found among other cookies', () => {
  const sent = toastCookie('post-published').split(';')[0] ?? '';
  expect(toastValue(`session=abc; ${sent}; theme=dark`)).toBe('post-published');
});

test.each(['', 'session=abc', 'anyforge_toast=', 'xanyforge_toast=signed-in'])(
  'there is no toast in the cookies "%s"',
  (cookies) => {
    expect(toastValue(cookies)).toBeNull();
  },
);

test('the toast cookie is of the whole site, is not sent by other sites, can be read by the page, and expires', () => {
  expect(toastCookie('signed-in')).toBe('anyforge_toast=signed-in; Path=/; Max-Age=60; SameSite=Lax');
});
