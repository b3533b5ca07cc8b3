import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import type { SignInRefusal } from './auth.ts';
import { checkPassword, type PasswordAuth } from './check-password.ts';
import { wrongPassword } from './sign-in-message.ts';

/** No account can have it: `.invalid` is reserved. */
const unknownEmail = 'unknown@anyforge.invalid';

/**
 * Refuses a passkey or a code in the words and after the work of a wrong password: neither tells what was wrong with it,
 * nor whether there is an account.
 * @param by whose passkey or session it was, as far as that is known
 */
export async function refuseSignIn(
  ctx: DomainContext,
  auth: PasswordAuth,
  by: { userId: string | null; email: string } = { userId: null, email: '(no address)' },
): Promise<SignInRefusal> {
  await checkPassword(ctx, auth, { email: unknownEmail, password: 'not a password' }, null);
  await recordActivity(ctx.db, ctx, { action: 'sign-in-failed', by });
  reportSecurityEvent(ctx, 'sign-in-failed', {}, by);
  return wrongPassword;
}
