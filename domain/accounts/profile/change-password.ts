import { z } from 'zod';

import { findAccount, updateUser } from '#db/queries/accounts.ts';
import { recordSecurityActivity } from '#domain/activity/record-activity.ts';
import type { Core, Secrets, SignInRules, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requireFreshProof } from '#domain/core/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { invalid } from '#domain/core/errors.ts';
import { limitAttempts, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { parseInput, plainText } from '#domain/fields/fields.ts';
import type { Passwords } from '../auth.ts';
import { composePasswordChanged } from '../emails.ts';
import { endAccess } from '../links.ts';
import { hashNewPassword, newPassword } from '../password.ts';
import { startSession } from '../sessions/sessions.ts';
import { requirePasswords } from '../sign-in-ways.ts';

const passwordsInput = z.object({ currentPassword: plainText, password: newPassword });

/**
 * Changes the actor's own password, after checking the old one. Every session ends, also this one: the cookies start a
 * new one here.
 * @throws invalid input, also for a wrong old password; too-many; unproved.
 */
export async function changePassword(
  ctx: Core & Outgoing & Secrets & LimitContext & SignInRules & OwnSession,
  auth: Passwords,
  input: unknown,
  userAgent: string | null,
): Promise<{ setCookies: string[] }> {
  requirePasswords(ctx);
  const { actor, session } = requireFreshProof(ctx);
  const { userId, email } = actor;
  const { currentPassword, password } = parseInput(passwordsInput, input);
  await limitAttempts(ctx, [{ name: 'password-check', subject: userId, maxAttempts: 10, minutes: 15 }]);
  const hash = (await findAccount(ctx.db, userId))?.password_hash ?? null;
  if (hash === null || !(await auth.verifyPassword({ hash, password: currentPassword.slice(0, 1_000) }))) {
    throw invalid('Your current password is incorrect.');
  }
  const passwordHash = await hashNewPassword(auth, { email, password });
  return inTransaction(ctx, async (tx) => {
    await updateUser(tx.db, userId, { password_hash: passwordHash });
    await endAccess(tx.db, userId);
    await recordSecurityActivity(tx, { action: 'password-changed' });
    await enqueueEmail(tx, composePasswordChanged({ to: email, origin: tx.origin }));
    return startSession(tx, userId, { factor: session.factor }, userAgent);
  });
}
