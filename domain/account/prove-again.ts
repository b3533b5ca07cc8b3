import { findAccount } from '#db/queries/accounts.ts';
import { findFactors, markSessionProved } from '#db/queries/sessions.ts';
import { requireActor } from '#domain/actor.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { checkCode } from '#domain/auth/check-code.ts';
import type { PasswordAuth } from '#domain/auth/check-password.ts';
import { checkPasskey } from '#domain/auth/check-passkey.ts';
import { requirePasswords } from '#domain/auth/sign-in-ways.ts';
import { refuseSignIn } from '#domain/auth/refuse-sign-in.ts';
import { codeLimits } from '#domain/auth/sign-in-limits.ts';
import { wrongPassword } from '#domain/auth/sign-in-message.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden, invalid } from '#domain/errors.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { takeBackAttempt } from '#domain/limits/take-back-attempt.ts';

export type Proof = { passkey: string } | { password: string; code: string };

/**
 * Proves again who the actor is: by one of their passkeys, or by their password, and a code where they have an
 * authenticator app. The session then counts as proved for ten minutes.
 * @throws invalid for a wrong proof, too-many.
 */
export async function proveAgain(
  ctx: DomainContext,
  auth: PasswordAuth & Pick<Auth, 'passkeys'>,
  proof: Proof,
): Promise<void> {
  const { userId, email } = requireActor(ctx);
  const { session } = ctx;
  if ('password' in proof) requirePasswords(ctx);
  if (!session) throw forbidden('You must be signed in to do this.');
  const limits = codeLimits(userId);
  await limitAttempts(ctx, limits);
  const isRight =
    'passkey' in proof
      ? await isOwnPasskey(ctx, auth, proof.passkey, session.id, userId)
      : (await isOwnPassword(ctx, auth, userId, proof.password)) && (await isCodeRight(ctx, proof.code));
  if (!isRight) {
    await refuseSignIn(ctx, auth, { userId, email });
    throw invalid(wrongPassword.message);
  }
  await takeBackAttempt(ctx, limits);
  await markSessionProved(ctx.db, session.id);
}

async function isOwnPasskey(
  ctx: DomainContext,
  { passkeys }: Pick<Auth, 'passkeys'>,
  json: string,
  sessionId: string,
  userId: string,
): Promise<boolean> {
  const { ok, owner } = await checkPasskey(ctx, passkeys, json, `prove ${sessionId}`);
  return ok && owner?.userId === userId;
}

async function isOwnPassword(
  ctx: DomainContext,
  auth: PasswordAuth,
  userId: string,
  password: string,
): Promise<boolean> {
  const hash = (await findAccount(ctx.db, userId))?.password_hash ?? null;
  return hash !== null && auth.verifyPassword({ hash, password: password.slice(0, 1_000) });
}

async function isCodeRight(ctx: DomainContext, code: string): Promise<boolean> {
  const actor = requireActor(ctx);
  const factors = await findFactors(ctx.db, actor.userId);
  return !factors?.has_authenticator || (await checkCode(ctx, actor, code)) !== null;
}
