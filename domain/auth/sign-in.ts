import { findAccountByEmail, isKnownNetwork } from '#db/queries/accounts.ts';
import { isKnownDevice } from '#db/queries/devices.ts';
import { markSessionPending } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { clearAttempts } from '#domain/limits/clear-attempts.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { takeBackAttempt } from '#domain/limits/take-back-attempt.ts';
import { email as emailField, withoutControls } from '#domain/text/fields.ts';
import type { Browser, SignIn } from './auth.ts';
import { checkPassword } from './check-password.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { endOldPendingSessions, findMissingFactor } from './find-missing-factor.ts';
import { passwordLimits } from './password.ts';
import { hashToken } from './one-time-token.ts';
import { proveSecondFactor } from './prove-second-factor.ts';
import { requirePasswords } from './sign-in-ways.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { untilConstantResponseTime } from './constant-response-time.ts';
import { signInLimits, signInSuccessLimits } from './sign-in-limits.ts';
import type { PasskeySignInAuth } from './sign-in-with-passkey.ts';
import { unconfirmed, wrongPassword } from './sign-in-message.ts';

/**
 * Signs in, for the login screen and for API clients. An attempt is counted before the password is checked, so that
 * concurrent attempts cannot exceed the limits: as a failed one and as a successful one, and the wrong count is taken back.
 * `missing` of the answer: the session is of no use until a second factor is proved or set up.
 * @param typed.code of an authenticator app, or a recovery code, where a second factor is needed: proves it at once
 * @throws too-many; forbidden where only single sign-on signs in.
 */
export async function signIn(
  ctx: DomainContext,
  auth: PasskeySignInAuth,
  typed: { email: string; password: string; code?: string },
  browser: Browser,
): Promise<SignIn> {
  requirePasswords(ctx);
  const { email, isEmail } = readEmail(typed.email);
  const network = networkOf(ctx.clientAddress);
  const limits = signInLimits(email, network, {
    isNetwork: await isKnownNetwork(ctx.db, email, network),
    device: await findKnownDevice(ctx, email, browser),
  });
  const successLimits = signInSuccessLimits(email, network);
  await limitAttempts(ctx, [...limits, ...successLimits], email);

  const started = performance.now();
  const isPossible = isEmail && typed.password.length <= passwordLimits.max;
  const answer = isPossible
    ? await checkPassword(ctx, auth, { email, password: typed.password }, browser.userAgent)
    : wrongPassword;
  if (!answer.ok && answer.code !== unconfirmed.code) {
    await takeBackAttempt(ctx, successLimits);
    if (answer.status < 500) await recordFailure(ctx, email);
    return answer;
  }

  const [own, ...others] = limits;
  await clearAttempts(ctx, own, others);
  if (!answer.ok) {
    await sendConfirmation(ctx, email);
    await untilConstantResponseTime(started);
    return answer;
  }
  const missing = await findMissingFactor(ctx, answer.userId, 'password');
  if (missing !== null) {
    const { id } = await markSessionPending(ctx.db, answer.sessionToken);
    await endOldPendingSessions(ctx, answer.userId);
    const pending = { sessionId: id, userId: answer.userId, email, factor: 'password' as const };
    if (missing === 'prove' && typed.code)
      return proveSecondFactor(ctx, auth, pending, { code: typed.code }, browser);
    return { ...answer, missing };
  }
  const { setCookies } = await completeSignIn(
    ctx,
    auth,
    { userId: answer.userId, email },
    'password',
    browser,
  );
  return { ...answer, setCookies: [...answer.setCookies, ...setCookies] };
}

/** The token of the browser's device cookie, if this account was signed in to with it. */
async function findKnownDevice(
  ctx: DomainContext,
  email: string,
  { device }: Browser,
): Promise<string | null> {
  return device !== null && (await isKnownDevice(ctx.db, email, hashToken(device))) ? device : null;
}

/** The same work for addresses with and without an account. */
async function recordFailure(ctx: DomainContext, email: string): Promise<void> {
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
