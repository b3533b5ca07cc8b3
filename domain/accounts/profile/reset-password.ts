import { z } from 'zod';

import { updateUser } from '#db/queries/accounts.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, EmailTokens, SignInRules, Outgoing } from '#domain/core/context.ts';
import { inTransaction } from '#domain/core/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { forbidden } from '#domain/core/errors.ts';
import type { LimitContext } from '#domain/limits/limit-attempts.ts';
import { hasAttemptLeft, limitAttempts, networkOf } from '#domain/limits/limit-attempts.ts';
import { email as emailField, parseInput } from '#domain/fields/fields.ts';
import type { Passwords } from '../auth.ts';
import { composePasswordChanged, composePasswordReset } from '../emails.ts';
import { endAccess, findLink, sendLink, takeLink } from '../links.ts';
import { hashNewPassword, newPassword } from '../password.ts';
import { knowNetwork } from '../sessions/devices.ts';
import { requirePasswords } from '../sign-in-ways.ts';

/**
 * Sends a link for a new password, if there is such an account. The answer is the same, and comes after the same work,
 * for every address.
 * @throws invalid input, too-many (by network; further requests for one address are silently ignored).
 */
export async function requestPasswordReset(
  ctx: Core & Outgoing & LimitContext & EmailTokens & SignInRules,
  typed: unknown,
): Promise<void> {
  requirePasswords(ctx);
  const email = parseInput(emailField, typed);
  await limitAttempts(ctx, [
    { name: 'reset', subject: networkOf(ctx.clientAddress), maxAttempts: 10, minutes: 60 },
  ]);
  // The limit protects the mailbox of the owner; the answer does not reveal that it was reached.
  const accountLimit = { name: 'reset-account', subject: email, maxAttempts: 3, minutes: 60 };
  if (!(await hasAttemptLeft(ctx, [accountLimit], email))) return;

  const link = { email, purpose: 'password-reset' } as const;
  await inTransaction(ctx, async (tx) => {
    await sendLink(tx, link, (token) => composePasswordReset({ to: email, origin: ctx.origin, token }));
    await recordSecurityActivity(tx, { action: 'password-reset-requested', by: { userId: null, email } });
  });
}

const resetInput = z.object({ token: z.string(), password: newPassword });

const closed = 'This link has been used or has expired. Ask for a new one.';

/**
 * Sets the new password, once, and ends every session and link. The link also confirms the address, and the network
 * counts as known from now on.
 * @throws forbidden when the link is used, expired or unknown; invalid input.
 */
export async function resetPassword(
  ctx: Core & Outgoing & SecurityContext & SignInRules,
  auth: Pick<Passwords, 'hashPassword'>,
  input: unknown,
): Promise<void> {
  requirePasswords(ctx);
  const { token, password } = parseInput(resetInput, input);
  const address = await findLink(ctx, 'password-reset', token);
  if (address === null) throw forbidden(closed);
  const passwordHash = await hashNewPassword(auth, { email: address, password });
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const { id: userId, email } = await takeLink(trx, 'password-reset', token, closed);
    await updateUser(trx, userId, { password_hash: passwordHash, email_verified: true });
    await endAccess(trx, userId);
    await recordSecurityActivity(tx, { action: 'password-reset', by: { userId, email } });
    await enqueueEmail(tx, composePasswordChanged({ to: email, origin: tx.origin }));
    await knowNetwork(tx, userId);
  });
}
