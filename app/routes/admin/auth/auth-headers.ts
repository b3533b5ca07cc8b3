/** For auth screens: never cached, and `Retry-After` after too many attempts. */
export function authHeaders({
  actionHeaders,
  loaderHeaders,
}: {
  actionHeaders: Headers | undefined;
  loaderHeaders: Headers;
}): HeadersInit {
  const retryAfter = (actionHeaders ?? loaderHeaders).get('Retry-After');
  return {
    'Cache-Control': 'private, no-store',
    ...(retryAfter === null ? {} : { 'Retry-After': retryAfter }),
  };
}
