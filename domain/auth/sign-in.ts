import { findAccountByEmail, isKnownNetwork, rememberNetwork } from '#db/queries/accounts.ts';
import { inTransaction } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { giveBack, limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { email as emailField, withoutControls } from '#domain/text/fields.ts';
import { passwordLimits } from './password.ts';
import type { Auth, SignIn } from './auth.ts';
import { sendConfirmation } from './confirm-email.ts';
import { signInLimits } from './sign-in-limits.ts';
import { wrongPassword } from './sign-in-sentence.ts';

/**
 * The one way in, for the login screen and for programs. A try is counted before the password is looked at, so that
 * many at once cannot slip through, and given back when the password was right.
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
  await limitAttempts(ctx, limits, email);

  const isPossible = isEmail && typed.password.length <= passwordLimits.max;
  const answer = isPossible
    ? await auth.signIn({ email, password: typed.password }, { userAgent, clientAddress: ctx.clientAddress })
    : wrongPassword;
  if (!answer.ok && answer.code !== 'EMAIL_NOT_VERIFIED') {
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
    await rememberNetwork(trx, answer.userId, network);
    await recordActivity(trx, ctx, { action: 'sign-in', by: { userId: answer.userId, email } });
  });
  reportSecurityEvent(ctx, 'sign-in', {}, { userId: answer.userId, email });
  return answer;
}

/** The same work for addresses with and without an account. */
async function recordFailure(ctx: DomainContext, email: string): Promise<void> {
  const account = await findAccountByEmail(ctx.db, email);
  const by = { userId: account?.id ?? null, email };
  await recordActivity(ctx.db, ctx, { action: 'sign-in-failed', by });
  reportSecurityEvent(ctx, 'sign-in-failed', {}, by);
}

/** What is no address at all is not written down: it may be a password in the wrong field. */
function readEmail(typed: string): { email: string; isEmail: boolean } {
  const parsed = emailField.safeParse(withoutControls(typed));
  return parsed.success ? { email: parsed.data, isEmail: true } : { email: '(no address)', isEmail: false };
}
