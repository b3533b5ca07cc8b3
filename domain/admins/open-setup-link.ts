import type { Database } from '#db/client.ts';
import { hasSuperAdmin } from '#db/queries/people.ts';
import { replaceSetupLink } from '#db/queries/setup-links.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';

const hoursOpen = 24;

/**
 * Makes the one-time link to the first administrator, if there is no super admin yet; an earlier link ends.
 * @returns the token for `/admin/setup?token=…`, or null when a super admin exists.
 */
export async function openSetupLink(ctx: { db: Database }): Promise<string | null> {
  if (await hasSuperAdmin(ctx.db)) return null;
  const token = createToken();
  await replaceSetupLink(ctx.db, hashToken(token), hoursOpen);
  return token;
}
