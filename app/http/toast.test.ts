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

/** RFC 6265, section 5.1.4. */
function pathMatches(requestPath: string, cookiePath: string): boolean {
  if (requestPath === cookiePath) return true;
  return (
    requestPath.startsWith(cookiePath) && (cookiePath.endsWith('/') || requestPath[cookiePath.length] === '/')
  );
}

test.each(['/admin', '/admin.data', '/admin/posts', '/admin/posts.data', '/admin/posts/edit/1.data'])(
  'the toast cookie belongs to %s',
  (path) => {
    const cookiePath = /Path=([^;]+)/.exec(toastCookie('signed-in'))?.[1] ?? '';
    expect(pathMatches(path, cookiePath)).toBe(true);
  },
);

test('the toast cookie is not sent by other sites, can be read by the page, and expires', () => {
  expect(toastCookie('signed-in')).toBe('anyforge_toast=signed-in; Path=/; Max-Age=60; SameSite=Lax');
});
