import { z } from 'zod';

import { findAccount, updatePassword } from '#db/queries/accounts.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { newPassword } from '#domain/auth/password.ts';
import { notifyPasswordChanged } from '#domain/auth/notify-password-changed.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import { requirePasswords } from '#domain/auth/sign-in-ways.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { parseInput, plainText } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

const passwordsInput = z.object({ currentPassword: plainText, password: newPassword });

/**
 * Changes the actor's own password, after checking the old one. Every session ends, also this one: the cookies start a
 * new one here.
 * @throws invalid input, also for a wrong old password; too-many; unproved.
 */
export async function changePassword(
  ctx: DomainContext,
  auth: Pick<Auth, 'hashPassword' | 'verifyPassword' | 'startSession'>,
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
    throw invalid('Your current password is not right.');
  }
  const passwordHash = await auth.hashPassword(password);
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    await updatePassword(trx, userId, passwordHash);
    await deleteSessionsOfUser(trx, userId);
    await recordActivity(trx, ctx, { action: 'password-changed' });
    await notifyPasswordChanged(tx, email);
  });
  reportSecurityEvent(ctx, 'password-changed');
  return auth.startSession(
    userId,
    { factor: session.factor },
    { userAgent, clientAddress: ctx.clientAddress },
  );
}
