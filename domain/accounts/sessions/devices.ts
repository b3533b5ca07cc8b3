import { isKnownPlace, rememberPlace } from '#db/queries/known-places.ts';
import type { Core, SiteOrigin } from '#domain/core/context.ts';
import { networkOf } from '#domain/limits/limit-attempts.ts';
import { createToken, hashToken } from '#domain/core/secrets.ts';
import { cookieLine, readCookie } from './cookies.ts';

/** Seconds; the longest that browsers keep a cookie. */
const deviceCookieLife = 400 * 24 * 3_600;

/** The token of the cookie by which a browser is known at the next sign-in, and which grants nothing; null without one. */
export function readDevice(headers: Headers, origin: string): string | null {
  const token = readCookie(headers, origin, 'device');
  return /^[\w-]{32}$/.test(token) ? token : null;
}

/** `device`, if this account was signed in to with it: any account where `email` is null. */
export async function findKnownDevice(
  ctx: Pick<Core, 'db'>,
  email: string | null,
  device: string | null,
): Promise<string | null> {
  return device !== null && (await isKnownPlace(ctx.db, email, hashToken(device))) ? device : null;
}

/** True if the user has signed in from the network of this request. */
export function isKnownNetwork(ctx: Pick<Core, 'db' | 'clientAddress'>, email: string): Promise<boolean> {
  return isKnownPlace(ctx.db, email, hashToken(networkOf(ctx.clientAddress)));
}

/** Makes the network of this request known to an account. */
export function knowNetwork(ctx: Pick<Core, 'db' | 'clientAddress'>, userId: string): Promise<void> {
  return rememberPlace(ctx.db, userId, hashToken(networkOf(ctx.clientAddress)));
}

/** Makes a browser known to an account. @returns the cookie for it; none in a browser that was known before. */
export async function knowDevice(
  ctx: Pick<Core, 'db'> & SiteOrigin,
  who: { userId: string; email: string },
  device: string | null,
): Promise<{ isNew: boolean; setCookies: string[] }> {
  const isNew = (await findKnownDevice(ctx, who.email, device)) === null;
  const token = device ?? createToken();
  await rememberPlace(ctx.db, who.userId, hashToken(token));
  const setCookies = isNew ? [cookieLine(ctx.origin, 'device', token, deviceCookieLife)] : [];
  return { isNew, setCookies };
}
