import type { Database } from '#db/client.ts';
import { hasSuperAdmin } from '#db/queries/people.ts';
import { isSetupLinkOpen } from '#db/queries/setup-links.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';

/** Whether the token still makes a first administrator. */
export async function isSetupOpen(ctx: { db: Database }, token: string): Promise<boolean> {
  if (!(await isSetupLinkOpen(ctx.db, hashToken(token)))) return false;
  return !(await hasSuperAdmin(ctx.db));
}
