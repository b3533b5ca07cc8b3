/** For screens whose address holds a token: it goes to nobody, and our own forms still say where they come from. */
export const linkHeaders = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'strict-origin' };

export function tokenOf(url: URL): string {
  return url.searchParams.get('token') ?? '';
}
