import { withCookies } from '#app/http/with-cookies.ts';

/**
 * Headers of all auth screens. None is cached, and an address may hold a token: no other site is sent it, and the forms
 * of this site still send their origin.
 */
export const linkHeaders = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'strict-origin' };

/** The same with the cookies of an action, and `Retry-After` after too many attempts. */
export function authHeaders({
  actionHeaders,
  loaderHeaders,
}: {
  actionHeaders: Headers | undefined;
  loaderHeaders: Headers;
}): Headers {
  const headers = withCookies(actionHeaders?.getSetCookie() ?? [], linkHeaders);
  const retryAfter = (actionHeaders ?? loaderHeaders).get('Retry-After');
  if (retryAfter !== null) headers.set('Retry-After', retryAfter);
  return headers;
}
