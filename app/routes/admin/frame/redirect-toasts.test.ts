import { expect, test } from 'vitest';

import { toastValue } from '#app/http/toast.ts';
import { readRedirectToast, redirectToasts, redirectWithToast } from './redirect-toasts.ts';

test.each(Object.entries(redirectToasts))('a redirect carries the toast %s', (key, toast) => {
  const answer = redirectWithToast('/admin/posts', { key: key as keyof typeof redirectToasts });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('Location')).toBe('/admin/posts');
  const value = toastValue(answer.headers.get('Set-Cookie') ?? '');
  expect(readRedirectToast(value ?? '', 'UTC')).toEqual(toast);
});

test('a redirect of a scheduled post says when it will be public, in the zone of the site', () => {
  const publicAt = new Date('2027-06-30T22:05:00Z');
  const answer = redirectWithToast('/admin/posts', { key: 'post-published', publicAt });
  const value = toastValue(answer.headers.get('Set-Cookie') ?? '');
  expect(readRedirectToast(value ?? '', 'Europe/Berlin')).toEqual({
    text: 'Post published successfully. It will be public on July 1, 2027 at 12:05 AM (Europe/Berlin).',
  });
});

test('a redirect with a toast keeps the other headers', () => {
  const headers = new Headers({ 'Set-Cookie': 'session=abc' });
  const answer = redirectWithToast('/admin', { key: 'signed-in' }, headers);
  expect(answer.headers.getSetCookie()).toHaveLength(2);
});

const beyondTheCalendar = `signed-in.${'9'.repeat(15)}`;

test.each(['', 'toString', 'constructor', 'signed-in.', 'signed-in.x', '<b>hi</b>', beyondTheCalendar])(
  'a cookie value of "%s" shows nothing',
  (value) => {
    expect(readRedirectToast(value, 'UTC')).toBeNull();
  },
);
