import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token in a signed cookie, or null when there is none or its signature is not ours. The format is the accounts
 * library's: `TOKEN.SIGNATURE`, percent-encoded, where the signature is HMAC-SHA256 of the token in Base64.
 */
export function readSignedCookie(cookieHeader: string, name: string, secret: string): string | null {
  const value = readCookie(cookieHeader, name);
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const ours = Buffer.from(signatureOf(token, secret));
  return given.length === ours.length && timingSafeEqual(given, ours) ? token : null;
}

/** The value of such a cookie. */
export function signedCookieValue(token: string, secret: string): string {
  return encodeURIComponent(`${token}.${signatureOf(token, secret)}`);
}

/** The value of a cookie, decoded; empty when there is none. */
export function readCookie(cookieHeader: string, name: string): string {
  const pair = cookieHeader
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return decoded(pair?.slice(name.length + 1) ?? '');
}

function signatureOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
