import { reportSecurityEvent } from '#domain/activity/record-activity.ts';
import type { Core, Secrets, SignInRules, Outgoing } from '#domain/core/context.ts';
import type { LimitContext } from '#domain/limits/limit-attempts.ts';
import { limitAttempts, takeBackAttempt, networkOf } from '#domain/limits/limit-attempts.ts';
import type { Auth, Browser } from '../auth.ts';
import { checkPasskey, findNamedPasskey } from '../factors/check-passkey.ts';
import { findKnownDevice } from '../sessions/devices.ts';
import { refuseSignIn } from './check-password.ts';
import { finishSignIn, type SignIn } from './finish-sign-in.ts';
import { refusalLimits, signInSuccessLimits } from '../sign-in-limits.ts';
import { wrongPassword } from '../sign-in-message.ts';
import { requirePasswords } from '../sign-in-ways.ts';

/**
 * Signs in with a passkey, which names the account by itself. With its user verification it counts as both factors. An
 * answer that names no passkey of ours costs nothing and counts for nothing: names of passkeys cannot be guessed.
 * @param json the credential as the browser serializes it
 * @throws too-many; forbidden where only single sign-on signs in.
 */
export async function signInWithPasskey(
  ctx: Core & Outgoing & Secrets & LimitContext & SignInRules,
  auth: Pick<Auth, 'hashPassword' | 'verifyPassword' | 'passkeys'>,
  json: string,
  browser: Browser,
): Promise<SignIn> {
  requirePasswords(ctx);
  const named = await findNamedPasskey(ctx, json);
  if (!named) {
    reportSecurityEvent(ctx, 'sign-in-failed', {}, { userId: null, email: '(no address)' });
    return wrongPassword;
  }
  const { owner } = named;
  const network = networkOf(ctx.clientAddress);
  const limits = refusalLimits('passkey', network, await findKnownDevice(ctx, owner.email, browser.device));
  await limitAttempts(ctx, limits, owner.email);
  if (!(await checkPasskey(ctx, auth.passkeys, named, 'sign-in'))) return refuseSignIn(ctx, auth, owner);
  await takeBackAttempt(ctx, limits);
  await limitAttempts(ctx, signInSuccessLimits(owner.email, network), owner.email);
  return finishSignIn(ctx, owner, { factor: 'passkey' }, browser);
}
