import { findAccountByEmail, isKnownNetwork } from '#db/queries/accounts.ts';
import { isKnownDevice } from '#db/queries/devices.ts';
import { deleteSessionsBeyond, findFactors } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { clearAttempts } from '#domain/limits/clear-attempts.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { takeBackAttempt } from '#domain/limits/take-back-attempt.ts';
import { email as emailField, withoutControls } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { maxSessionsPerUser, type Auth, type Browser, type SignIn } from './auth.ts';
import { checkPassword, type PasswordAuth } from './check-password.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { missingFactor } from './factor.ts';
import { passwordLimits } from './password.ts';
import { hashToken } from './one-time-token.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { untilConstantResponseTime } from './constant-response-time.ts';
import { signInLimits, signInSuccessLimits } from './sign-in-limits.ts';
import { unconfirmed, wrongPassword } from './sign-in-message.ts';

type SignInAuth = PasswordAuth & Pick<Auth, 'deviceCookie'>;

/**
 * Signs in, for the login screen and for API clients. An attempt is counted before the password is checked, so that
 * concurrent attempts cannot exceed the limits: as a failed one and as a successful one, and the wrong count is taken back.
 * `missing` of the answer: the session is of no use until a second factor is proved or set up.
 * @throws too-many.
 */
export async function signIn(
  ctx: DomainContext,
  auth: SignInAuth,
  typed: { email: string; password: string },
  browser: Browser,
): Promise<SignIn> {
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
  const missing = await findMissingFactor(ctx, answer.userId);
  if (missing !== null) {
    await inTransaction(ctx, ({ db: trx }) => deleteSessionsBeyond(trx, answer.userId, maxSessionsPerUser));
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

async function findMissingFactor(ctx: DomainContext, userId: string) {
  const found = await findFactors(ctx.db, userId);
  if (!found) return null;
  const { role, has_authenticator: hasAuthenticator, has_passkey: hasPasskey, policy } = found;
  return missingFactor({ factor: 'password', role, hasAuthenticator, hasPasskey, policy });
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
