import { z } from 'zod';

import { findAccountByEmail } from '#db/queries/accounts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { email, optionalLine, parseInput } from '#domain/text/fields.ts';
import type { Auth } from './auth.ts';
import { sendConfirmation } from './confirm-email.ts';
import { newPassword } from './password.ts';

const signUpInput = z.object({
  email,
  password: newPassword,
  username: optionalLine('Username', 60),
  display_name: optionalLine('Display name', 120),
});

/**
 * Makes an account that can do nothing until somebody gives it a role. Whatever else the input says is left out.
 * @throws invalid input, too-many.
 */
export async function signUp(
  ctx: DomainContext,
  auth: Pick<Auth, 'signUp'>,
  input: unknown,
  userAgent: string | null,
): Promise<Response> {
  const account = parseInput(signUpInput, input);
  await limitAttempts(ctx, [{ name: 'sign-up', of: networkOf(ctx.clientAddress), most: 20, minutes: 60 }]);
  const before = await findAccountByEmail(ctx.db, account.email);
  const response = await auth.signUp(
    { ...account, displayName: account.display_name },
    { userAgent, clientAddress: ctx.clientAddress },
  );
  if (!response.ok) return response;
  const made = before ? undefined : await findAccountByEmail(ctx.db, account.email);
  if (made) {
    const by = { userId: made.id, email: made.email };
    await recordActivity(ctx.db, ctx, { action: 'account-created', by });
    reportSecurityEvent(ctx, 'account-created', {}, by);
  }
  await sendConfirmation(ctx, account.email);
  return response;
}
