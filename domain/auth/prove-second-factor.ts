import { deleteSessionOfUser } from '#db/queries/sessions.ts';
import type { DomainContext } from '#domain/context.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { takeBackAttempt } from '#domain/limits/take-back-attempt.ts';
import type { Browser, Session, SignIn } from './auth.ts';
import { checkCode } from './check-code.ts';
import { checkPasskey } from './check-passkey.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { withSecondFactor } from './factor.ts';
import { refuseSignIn } from './refuse-sign-in.ts';
import { codeLimits } from './sign-in-limits.ts';
import type { PasskeySignInAuth } from './sign-in-with-passkey.ts';

/**
 * Completes a sign-in that lacks a second factor, by a code or by a passkey of the same account. A new session takes the
 * place of the one that was started with the first factor.
 * @throws too-many.
 */
export async function proveSecondFactor(
  ctx: DomainContext,
  auth: PasskeySignInAuth,
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
      : (await isOwnPasskey(ctx, auth, proof.passkey, who.userId))
        ? 'passkey'
        : null;
  if (second === null) return refuseSignIn(ctx, auth, who);
  await takeBackAttempt(ctx, limits);
  // Of two requests at once with two right codes only one completes the sign-in.
  if (!(await deleteSessionOfUser(ctx.db, userId, sessionId))) return refuseSignIn(ctx, auth, who);
  const client = { userAgent: browser.userAgent, clientAddress: ctx.clientAddress };
  const factor = withSecondFactor(pending.factor, second);
  const started = await auth.startSession(userId, { factor }, client);
  const completed = await completeSignIn(ctx, auth, who, factor, browser);
  return { ok: true, ...who, setCookies: [...started.setCookies, ...completed.setCookies], body: null };
}

async function isOwnPasskey(
  ctx: DomainContext,
  auth: PasskeySignInAuth,
  json: string,
  userId: string,
): Promise<boolean> {
  const { ok, owner } = await checkPasskey(ctx, auth.passkeys, json, 'sign-in');
  return ok && owner?.userId === userId;
}
