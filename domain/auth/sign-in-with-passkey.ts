import type { DomainContext } from '#domain/context.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { takeBackAttempt } from '#domain/limits/take-back-attempt.ts';
import type { Auth, Browser, SignIn } from './auth.ts';
import type { PasswordAuth } from './check-password.ts';
import { checkPasskey } from './check-passkey.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { refuseSignIn } from './refuse-sign-in.ts';
import { requirePasswords } from './sign-in-ways.ts';
import { passkeyLimits, signInSuccessLimits } from './sign-in-limits.ts';

export type PasskeySignInAuth = PasswordAuth & Pick<Auth, 'startSession' | 'deviceCookie' | 'passkeys'>;

/**
 * Signs in with a passkey, which names the account by itself. With its user verification it counts as both factors.
 * @param json the credential as the browser serializes it
 * @throws too-many; forbidden where only single sign-on signs in.
 */
export async function signInWithPasskey(
  ctx: DomainContext,
  auth: PasskeySignInAuth,
  json: string,
  browser: Browser,
): Promise<SignIn> {
  requirePasswords(ctx);
  const limits = passkeyLimits(networkOf(ctx.clientAddress));
  await limitAttempts(ctx, limits);
  const { ok, owner } = await checkPasskey(ctx, auth.passkeys, json, 'sign-in');
  if (!ok || owner === null) return refuseSignIn(ctx, auth, owner ?? undefined);
  await takeBackAttempt(ctx, limits);
  await limitAttempts(ctx, signInSuccessLimits(owner.email, networkOf(ctx.clientAddress)), owner.email);
  const client = { userAgent: browser.userAgent, clientAddress: ctx.clientAddress };
  const started = await auth.startSession(owner.userId, { factor: 'passkey' }, client);
  const completed = await completeSignIn(ctx, auth, owner, 'passkey', browser);
  return { ok: true, ...owner, setCookies: [...started.setCookies, ...completed.setCookies], body: null };
}
