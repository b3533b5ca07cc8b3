import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The token in a signed cookie, or null when there is none or its signature is not ours. The format is the accounts
 * library's: `TOKEN.SIGNATURE`, percent-encoded, where the signature is HMAC-SHA256 of the token in Base64.
 */
export function readSignedCookie(cookieHeader: string, name: string, secret: string): string | null {
  const pair = cookieHeader
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  const value = decoded(pair?.slice(name.length + 1) ?? '');
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1));
  const ours = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === ours.length && timingSafeEqual(given, ours) ? token : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
