/** Cookies of accounts. With the `__Host-` prefix the browser itself refuses one set by a sub-domain or over HTTP. */
const names = { session: 'anyforge_session', device: 'anyforge_device', singleSignOn: 'anyforge_sso' };

type CookieKind = keyof typeof names;

export function cookieName(origin: string, kind: CookieKind): string {
  return origin.startsWith('https:') ? `__Host-${names[kind]}` : names[kind];
}

/** The `Set-Cookie` line of a cookie that no script can read. @param seconds 0 removes it */
export function cookieLine(origin: string, kind: CookieKind, value: string, seconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(origin, kind)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of a cookie of a request; empty when there is none. All values of ours are base64url. */
export function readCookie(headers: Headers, origin: string, kind: CookieKind): string {
  const name = `${cookieName(origin, kind)}=`;
  const pair = (headers.get('cookie') ?? '').split(';').find((part) => part.trim().startsWith(name));
  return pair?.trim().slice(name.length) ?? '';
}
