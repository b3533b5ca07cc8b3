import { deleteSessionOfUser } from '#db/queries/sessions.ts';
import type { Core, Secrets, SignInRules, Outgoing } from '#domain/core/context.ts';
import { limitAttempts, takeBackAttempt, type LimitContext } from '#domain/limits/limit-attempts.ts';
import type { Auth, Browser } from '../auth.ts';
import { checkCode } from '../factors/check-code.ts';
import { isPasskeyOf } from '../factors/check-passkey.ts';
import { withSecondFactor } from '../factor.ts';
import type { Session } from '../sessions/sessions.ts';
import { refuseSignIn } from './check-password.ts';
import { finishSignIn, type SignIn } from './finish-sign-in.ts';
import { codeLimits } from '../sign-in-limits.ts';

/**
 * Completes a sign-in that lacks a second factor, by a code or by a passkey of the same account. A new session takes the
 * place of the one that was started with the first factor.
 * @throws too-many.
 */
export async function proveSecondFactor(
  ctx: Core & Outgoing & Secrets & LimitContext & SignInRules,
  auth: Pick<Auth, 'hashPassword' | 'verifyPassword' | 'passkeys'>,
  pending: Pick<Session, 'sessionId' | 'userId' | 'email' | 'factor'>,
  proof: { code: string } | { passkey: string },
  browser: Browser,
): Promise<SignIn> {
  const { sessionId, userId, email } = pending;
  const who = { userId, email };
  const limits = codeLimits(userId);
  await limitAttempts(ctx, limits, email);
  const second =
    'code' in proof
      ? await checkCode(ctx, who, proof.code)
      : (await isPasskeyOf(ctx, auth.passkeys, userId, proof.passkey, 'sign-in')) && 'passkey';
  if (!second) return refuseSignIn(ctx, auth, who);
  await takeBackAttempt(ctx, limits);
  // Only one of two requests at once with two right codes completes the sign-in.
  if (!(await deleteSessionOfUser(ctx.db, userId, sessionId))) return refuseSignIn(ctx, auth, who);
  return finishSignIn(ctx, who, { factor: withSecondFactor(pending.factor, second) }, browser);
}
