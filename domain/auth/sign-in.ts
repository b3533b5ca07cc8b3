import { findAccountByEmail, isKnownNetwork, rememberNetwork } from '#db/queries/accounts.ts';
import { deleteSessionsBeyond } from '#db/queries/sessions.ts';
import { inTransaction } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { giveBack, giveOneBack, limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { email as emailField, withoutControls } from '#domain/text/fields.ts';
import { passwordLimits } from './password.ts';
import { maxSessionsPerUser, type Auth, type SignIn } from './auth.ts';
import { sendConfirmation } from './confirm-email.ts';
import { signInLimits, signInSuccessLimits } from './sign-in-limits.ts';
import { wrongPassword } from './sign-in-sentence.ts';

/**
 * The one way in, for the login screen and for programs. A try is counted before the password is looked at, so that
 * many at once cannot slip through: as a wrong one and as a right one, and what it was not is given back.
 * @throws too-many.
 */
export async function signIn(
  ctx: DomainContext,
  auth: Pick<Auth, 'signIn'>,
  typed: { email: string; password: string },
  userAgent: string | null,
): Promise<SignIn> {
  const { email, isEmail } = readEmail(typed.email);
  const network = networkOf(ctx.clientAddress);
  const limits = signInLimits(email, network, await isKnownNetwork(ctx.db, email, network));
  const successLimits = signInSuccessLimits(email, network);
  await limitAttempts(ctx, [...limits, ...successLimits]);

  const isPossible = isEmail && typed.password.length <= passwordLimits.max;
  const answer = isPossible
    ? await auth.signIn({ email, password: typed.password }, { userAgent, clientAddress: ctx.clientAddress })
    : wrongPassword;
  if (!answer.ok && answer.code !== 'EMAIL_NOT_VERIFIED') {
    await giveOneBack(ctx, successLimits);
    if (answer.status < 500) await recordFailure(ctx, email);
    return answer;
  }

  const [own, ...others] = limits;
  await giveBack(ctx, own, others);
  if (!answer.ok) {
    await sendConfirmation(ctx, email);
    return answer;
  }
  await inTransaction(ctx.db, async (trx) => {
    await deleteSessionsBeyond(trx, answer.userId, maxSessionsPerUser);
    await rememberNetwork(trx, answer.userId, network);
    await recordActivity(trx, ctx, { action: 'sign-in', by: { userId: answer.userId, email } });
  });
  return answer;
}

/** The same work for addresses with and without an account. */
async function recordFailure(ctx: DomainContext, email: string): Promise<void> {
  const account = await findAccountByEmail(ctx.db, email);
  await recordActivity(ctx.db, ctx, {
    action: 'sign-in-failed',
    by: { userId: account?.id ?? null, email },
  });
}

/** What is no address at all is not written down: it may be a password in the wrong field. */
function readEmail(typed: string): { email: string; isEmail: boolean } {
  const parsed = emailField.safeParse(withoutControls(typed));
  return parsed.success ? { email: parsed.data, isEmail: true } : { email: '(no address)', isEmail: false };
}
