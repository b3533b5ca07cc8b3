import { findAccountByEmail, isKnownNetwork, rememberNetwork } from '#db/queries/accounts.ts';
import { findRepeatedSignUp } from '#db/queries/repeated-sign-ups.ts';
import { deleteSessionsBeyond } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { clearAttempts } from '#domain/limits/clear-attempts.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { takeBackAttempt } from '#domain/limits/take-back-attempt.ts';
import { email as emailField, withoutControls } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { passwordLimits } from './password.ts';
import { maxSessionsPerUser, type Auth, type SignIn } from './auth.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { untilConstantResponseTime } from './constant-response-time.ts';
import { signInLimits, signInSuccessLimits } from './sign-in-limits.ts';
import { unconfirmed, wrongPassword } from './sign-in-message.ts';

type SignInAuth = Pick<Auth, 'signIn' | 'hashPassword' | 'verifyPassword'>;

/**
 * Signs in, for the login screen and for API clients. An attempt is counted before the password is checked, so that
 * concurrent attempts cannot exceed the limits: as a failed one and as a successful one, and the wrong count is taken back.
 * @throws too-many.
 */
export async function signIn(
  ctx: DomainContext,
  auth: SignInAuth,
  typed: { email: string; password: string },
  userAgent: string | null,
): Promise<SignIn> {
  const { email, isEmail } = readEmail(typed.email);
  const network = networkOf(ctx.clientAddress);
  const limits = signInLimits(email, network, await isKnownNetwork(ctx.db, email, network));
  const successLimits = signInSuccessLimits(email, network);
  await limitAttempts(ctx, [...limits, ...successLimits], email);

  const started = performance.now();
  const isPossible = isEmail && typed.password.length <= passwordLimits.max;
  const answer = isPossible
    ? await checkPassword(ctx, auth, { email, password: typed.password }, userAgent)
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
  await inTransaction(ctx, async ({ db: trx }) => {
    await deleteSessionsBeyond(trx, answer.userId, maxSessionsPerUser);
    await rememberNetwork(trx, answer.userId, network);
    await recordActivity(trx, ctx, { action: 'sign-in', by: { userId: answer.userId, email } });
  });
  reportSecurityEvent(ctx, 'sign-in', {}, { userId: answer.userId, email });
  return answer;
}

/**
 * The answer of the accounts library. A person who signed up with the address of an existing account gets the answer of
 * an unconfirmed account instead. A wrong password costs one more hash for every account.
 */
async function checkPassword(
  ctx: DomainContext,
  auth: SignInAuth,
  credentials: { email: string; password: string },
  userAgent: string | null,
): Promise<SignIn> {
  const answer = await auth.signIn(credentials, { userAgent, clientAddress: ctx.clientAddress });
  if (!ctx.emailConfirmation || answer.ok || answer.code !== wrongPassword.code) return answer;
  const { email, password } = credentials;
  const hash = await findRepeatedSignUp(ctx.db, email);
  if (hash !== undefined && (await auth.verifyPassword({ hash, password }))) return unconfirmed;
  if (hash === undefined) await auth.hashPassword(password);
  return answer;
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
