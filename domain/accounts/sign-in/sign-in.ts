import { findAccountByEmail } from '#db/queries/accounts.ts';
import type { SecurityContext } from '#domain/activity/record-activity.ts';
import { recordActivity, reportSecurityEvent } from '#domain/activity/record-activity.ts';
import type { Core, EmailTokens, Secrets, SignInRules, Outgoing } from '#domain/core/context.ts';
import type { LimitContext } from '#domain/limits/limit-attempts.ts';
import { clearAttempts, limitAttempts, takeBackAttempt, networkOf } from '#domain/limits/limit-attempts.ts';
import { email as emailField, withoutControls } from '#domain/fields/fields.ts';
import type { Auth, Browser } from '../auth.ts';
import { sendConfirmation, untilConstantResponseTime } from '../profile/confirm-email.ts';
import { passwordLimits } from '../password.ts';
import { findKnownDevice, isKnownNetwork } from '../sessions/devices.ts';
import { checkPassword } from './check-password.ts';
import { finishSignIn, type SignIn } from './finish-sign-in.ts';
import { proveSecondFactor } from './prove-second-factor.ts';
import { signInLimits, signInSuccessLimits } from '../sign-in-limits.ts';
import { unconfirmed, wrongPassword } from '../sign-in-message.ts';
import { requirePasswords } from '../sign-in-ways.ts';

/**
 * Signs in, for the login screen and for API clients. An attempt is counted before the password is checked, so that
 * concurrent attempts cannot exceed the limits: as a failed one and as a successful one, and the wrong count is taken back.
 * `missing` of the answer: the session is of no use until a second factor is proved or set up.
 * @param typed.code of an authenticator app, or a recovery code, where a second factor is needed: proves it at once
 * @throws too-many; forbidden where only single sign-on signs in.
 */
export async function signIn(
  ctx: Core & Outgoing & Secrets & LimitContext & EmailTokens & SignInRules,
  auth: Pick<Auth, 'hashPassword' | 'verifyPassword' | 'passkeys'>,
  typed: { email: string; password: string; code?: string },
  browser: Browser,
): Promise<SignIn> {
  requirePasswords(ctx);
  const { email, isEmail } = readEmail(typed.email);
  const network = networkOf(ctx.clientAddress);
  const limits = signInLimits(email, network, {
    isNetwork: await isKnownNetwork(ctx, email),
    device: await findKnownDevice(ctx, email, browser.device),
  });
  const successLimits = signInSuccessLimits(email, network);
  await limitAttempts(ctx, [...limits, ...successLimits], email);

  const started = performance.now();
  const isPossible = isEmail && typed.password.length <= passwordLimits.max;
  const answer = isPossible
    ? await checkPassword(ctx, auth, { email, password: typed.password })
    : wrongPassword;
  if (!answer.ok && answer.code === wrongPassword.code) {
    await takeBackAttempt(ctx, successLimits);
    await recordFailure(ctx, email);
    return answer;
  }

  const [own, ...others] = limits;
  await clearAttempts(ctx, own, others);
  if (!answer.ok) {
    await sendConfirmation(ctx, email);
    await untilConstantResponseTime(started);
    return unconfirmed;
  }
  const { userId } = answer;
  const finished = await finishSignIn(ctx, { userId, email }, { factor: 'password' }, browser);
  if (finished.missing === 'prove' && typed.code) {
    const { sessionId } = finished;
    const pending = { sessionId, userId, email, factor: 'password' } as const;
    return proveSecondFactor(ctx, auth, pending, { code: typed.code }, browser);
  }
  return finished;
}

/** The same work for addresses with and without an account. */
async function recordFailure(ctx: Core & SecurityContext, email: string): Promise<void> {
  const account = await findAccountByEmail(ctx.db, email);
  const by = { userId: account?.id ?? null, email };
  await recordActivity(ctx.db, ctx, { action: 'sign-in-failed', by });
  reportSecurityEvent(ctx, 'sign-in-failed', {}, by);
}

/** An invalid address is not logged: it may be a password in the wrong field. */
function readEmail(typed: string): { email: string; isEmail: boolean } {
  const parsed = emailField.safeParse(withoutControls(typed));
  return parsed.success ? { email: parsed.data, isEmail: true } : { email: '(no address)', isEmail: false };
}
