import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { hasSuperAdmin } from '#db/queries/admins.ts';
import { isSetupLinkOpen, replaceSetupLink, takeSetupLink } from '#db/queries/installation.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import { forbidden } from '#domain/core/errors.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { inTransaction, type SignInRules } from '#domain/core/context.ts';
import type { Passwords } from '../auth.ts';
import { createToken, hashToken } from '#domain/core/secrets.ts';
import { requirePasswords } from '../sign-in-ways.ts';
import { accountInput, createAdminAccount } from './create-admin-account.ts';

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

/** True if the token still makes a first administrator. */
export async function isSetupOpen(ctx: { db: Database }, token: string): Promise<boolean> {
  if (!(await isSetupLinkOpen(ctx.db, hashToken(token)))) return false;
  return !(await hasSuperAdmin(ctx.db));
}

const setupInput = accountInput.extend({ token: z.string() });

const closed = 'This set-up link has been used or has expired. Restart the server to get a new one.';

/**
 * Makes the first super admin with a set-up link. The link is used up by the same transaction that makes the account,
 * so of concurrent requests one succeeds, and a refused password leaves the link open.
 * @throws forbidden when the link is used, expired or unknown; invalid input; conflict for a taken address.
 */
export async function setUpFirstAdmin(
  ctx: { db: Database } & SecurityContext & SignInRules,
  auth: Pick<Passwords, 'hashPassword'>,
  input: unknown,
): Promise<{ userId: string; email: string }> {
  requirePasswords(ctx);
  const { token, ...account } = parseInput(setupInput, input);
  if (!(await isSetupOpen(ctx, token))) throw forbidden(closed);
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    if (!(await takeSetupLink(trx, hashToken(token)))) throw forbidden(closed);
    if (await hasSuperAdmin(trx)) throw forbidden(closed);
    const { userId } = await createAdminAccount({ db: trx }, auth, account, 'super_admin');
    const by = { userId, email: account.email };
    const activity = { action: 'account-created', by, after: { role: 'super_admin' } } as const;
    await recordSecurityActivity(tx, activity, { toRole: 'super_admin' });
    return by;
  });
}
