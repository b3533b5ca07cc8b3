import { createHash, randomBytes } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { hasSuperAdmin } from '#db/queries/people.ts';
import { isSetupLinkOpen, replaceSetupLink } from '#db/queries/setup-links.ts';

const hoursOpen = 24;

/**
 * Opens the one-time way to the first administrator, if there is no super admin yet; an earlier link ends.
 * @returns the token for `/admin/setup?token=…`, or null when a super admin exists.
 */
export async function openSetupLink(ctx: { db: Database }): Promise<string | null> {
  if (await hasSuperAdmin(ctx.db)) return null;
  const token = randomBytes(24).toString('base64url');
  await replaceSetupLink(ctx.db, hashSetupToken(token), hoursOpen);
  return token;
}

/** Whether the token still makes a first administrator. */
export async function isSetupOpen(ctx: { db: Database }, token: string): Promise<boolean> {
  if (!(await isSetupLinkOpen(ctx.db, hashSetupToken(token)))) return false;
  return !(await hasSuperAdmin(ctx.db));
}

/** Only the hash is stored: who reads the table cannot use what is in it. */
export function hashSetupToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
