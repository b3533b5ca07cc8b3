import { createHmac, timingSafeEqual } from 'node:crypto';

import { isId } from '#domain/fields/fields.ts';
import type { Secrets } from '#domain/core/context.ts';

/** Length of the MAC in the address, so that the part before the @ has at most 64 characters (RFC 5321, 4.5.3.1.1). */
const macCharacters = 16;

/** The key that the addresses of this site are signed with. */
export function bounceKey({ deriveKey }: Secrets): Buffer {
  return deriveKey('bounce addresses');
}

/**
 * The address to which mail servers return one recipient's email (VERP): `bounces@host` becomes
 * `bounces+<id>-<mac>@host`, in lower case, because some servers change the case.
 * @param recipientId UUID of the row in `post_email_recipients`, or of the subscriber who is asked to confirm
 * @param secret a key that only this site has
 */
export function bounceAddress(base: string, recipientId: string, secret: Buffer): string {
  const at = base.lastIndexOf('@');
  const id = recipientId.toLowerCase().replaceAll('-', '');
  return `${base.slice(0, at)}+${id}-${macOf(id, secret)}${base.slice(at)}`;
}

/** @returns that id, or null for an address that `bounceAddress` did not make with this secret. */
export function readBounceAddress(address: string, secret: Buffer): string | null {
  if (address.length > 320) return null;
  const [, id, mac] = /\+([0-9a-f]{32})-([0-9a-f]{16})@[^@]+$/.exec(address.toLowerCase()) ?? [];
  if (id === undefined || mac === undefined) return null;
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(id, secret)))) return null;
  const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return isId(uuid) ? uuid : null;
}

function macOf(id: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`bounce ${id}`).digest('hex').slice(0, macCharacters);
}
