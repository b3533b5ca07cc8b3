import { findAccountByEmail } from '#db/queries/accounts.ts';
import type { SecurityContext } from '#domain/activity/record-activity.ts';
import { recordActivity, reportSecurityEvent } from '#domain/activity/record-activity.ts';
import type { Core, SignInRules } from '#domain/core/context.ts';
import type { Passwords } from '../auth.ts';
import type { SignInRefusal } from './finish-sign-in.ts';
import { unconfirmed, wrongPassword } from '../sign-in-message.ts';

/**
 * Checks a password. A person who signed up with the address of an existing account gets the answer of an unconfirmed account. A
 * wrong password costs as many hashes whether or not there is an account.
 * @throws too-many while too many passwords wait to be checked.
 */
export async function checkPassword(
  ctx: Core & SignInRules,
  auth: Passwords,
  { email, password }: { email: string; password: string },
): Promise<{ ok: true; userId: string } | typeof wrongPassword | typeof unconfirmed> {
  const account = await findAccountByEmail(ctx.db, email);
  const fits = async (hash: string | null | undefined) => {
    if (hash) return auth.verifyPassword({ hash, password });
    await auth.hashPassword(password);
    return false;
  };
  if (account && (await fits(account.password_hash))) {
    const { id: userId, email_verified: isConfirmed } = account;
    return isConfirmed || !ctx.emailConfirmation ? { ok: true, userId } : unconfirmed;
  }
  if (!account) await auth.hashPassword(password);
  if (ctx.emailConfirmation && (await fits(account?.repeated_sign_up_hash))) return unconfirmed;
  return wrongPassword;
}

/**
 * Refuses a passkey or a code in the words and after the work of a wrong password: neither tells what was wrong with it,
 * nor whether there is an account.
 * @param by whose passkey or session it was, as far as that is known
 */
export async function refuseSignIn(
  ctx: Core & SecurityContext & SignInRules,
  auth: Passwords,
  by: { userId: string | null; email: string },
): Promise<SignInRefusal> {
  await auth.hashPassword('not a password');
  if (ctx.emailConfirmation) await auth.hashPassword('not a password');
  await recordActivity(ctx.db, ctx, { action: 'sign-in-failed', by });
  reportSecurityEvent(ctx, 'sign-in-failed', {}, by);
  return wrongPassword;
}
