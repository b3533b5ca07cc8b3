/** Adds `Set-Cookie` headers to others. */
export function withCookies(setCookies: readonly string[], others: HeadersInit = {}): Headers {
  const headers = new Headers(others);
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie);
  return headers;
}
