/** For screens whose address holds a token: no other site is sent it, and the forms of this site still send their origin. */
export const linkHeaders = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'strict-origin' };

export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? '';
}
