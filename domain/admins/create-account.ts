import { insertPasswordAccount, insertProfile, insertUser, upsertAdmin } from '#db/queries/people.ts';
import type { Database } from '#db/client.ts';
import type { Auth } from '#domain/auth/auth.ts';
import type { Role } from '#domain/actor.ts';
import { conflict } from '#domain/errors.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { nameFromEmail } from '#domain/auth/name-from-email.ts';
import { accountInput } from './account-input.ts';

/**
 * Makes an account that can sign in at once, with an administrator's role: user, password, profile and role, all or
 * nothing. Checks no permission and records no activity: the calling verbs do.
 * @throws invalid input, or conflict when the address already has an account.
 */
export async function createAdminAccount(
  ctx: { db: Database },
  auth: Pick<Auth, 'hashPassword'>,
  input: unknown,
  role: Role,
): Promise<{ userId: string }> {
  const { email, password, displayName } = parseInput(accountInput, input);
  const passwordHash = await auth.hashPassword(password);
  return inTransaction(ctx, async ({ db: trx }) => {
    const user = await insertUser(trx, {
      email,
      name: displayName ?? nameFromEmail(email),
      email_verified: true,
    });
    if (!user) throw conflict('There is already an account with this email address.');
    await insertPasswordAccount(trx, user.id, passwordHash);
    await insertProfile(trx, {
      user_id: user.id,
      display_name: displayName ?? nameFromEmail(email),
      username: nameFromEmail(email).slice(0, 60),
    });
    await upsertAdmin(trx, user.id, role);
    return { userId: user.id };
  });
}
