import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { insertUser } from '#db/queries/accounts.ts';
import { upsertAdmin } from '#db/queries/admins.ts';
import { insertProfile } from '#db/queries/profiles.ts';
import type { ActivityProcess } from '#db/tables.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { Role } from '#domain/core/permissions.ts';
import { conflict } from '#domain/core/errors.ts';
import { email as emailField, optionalLine, parseInput } from '#domain/fields/fields.ts';
import { inTransaction } from '#domain/core/context.ts';
import type { Passwords } from '../auth.ts';
import { hashNewPassword, newPassword } from '../password.ts';
import { nameFromEmail } from '../profile/sign-up.ts';

export const accountInput = z.object({
  email: emailField,
  password: newPassword,
  displayName: optionalLine('Display name', 120),
});

/**
 * Makes an account that can sign in at once, with an administrator's role: user, password, profile and role, all or
 * nothing. Checks no permission and records no activity: the calling verbs do.
 * @throws invalid input, or conflict when the address already has an account.
 */
export async function createAdminAccount(
  ctx: { db: Database },
  auth: Pick<Passwords, 'hashPassword'>,
  input: unknown,
  role: Role,
): Promise<{ userId: string }> {
  const { email, password, displayName } = parseInput(accountInput, input);
  const passwordHash = await hashNewPassword(auth, { email, password });
  return inTransaction(ctx, async ({ db: trx }) => {
    const user = await insertUser(trx, { email, email_verified: true, password_hash: passwordHash });
    if (!user) throw conflict('There is already an account with this email address.');
    await insertProfile(trx, {
      user_id: user.id,
      display_name: displayName ?? nameFromEmail(email),
      username: nameFromEmail(email).slice(0, 60),
    });
    await upsertAdmin(trx, user.id, role);
    return { userId: user.id };
  });
}

/**
 * The same for the command line and the first start, recorded in the activity log.
 * @throws invalid input, or conflict when the address already has an account.
 */
export async function addAccount(
  ctx: { db: Database },
  auth: Pick<Passwords, 'hashPassword'>,
  input: { email: string; password: string; displayName?: string },
  { role, by }: { role: Role; by: ActivityProcess },
): Promise<{ userId: string }> {
  return inTransaction(ctx, async ({ db: trx }) => {
    const { userId } = await createAdminAccount({ db: trx }, auth, input, role);
    const noRequest = { actor: null, clientAddress: null };
    await recordActivity(trx, noRequest, {
      action: 'admin-added',
      by: { process: by },
      subject: { id: userId, label: input.email },
      after: { role, account: 'new' },
    });
    return { userId };
  });
}
