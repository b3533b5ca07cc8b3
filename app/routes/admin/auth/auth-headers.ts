/** For screens before the admin: kept by nobody, and who asks too often is told when to come back. */
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
