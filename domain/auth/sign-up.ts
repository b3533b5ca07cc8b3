import { z } from 'zod';

import { findAccountByEmail } from '#db/queries/accounts.ts';
import { insertRepeatedSignUp } from '#db/queries/repeated-sign-ups.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { hasAttemptLeft } from '#domain/limits/has-attempt-left.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { email, optionalLine, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { Auth } from './auth.ts';
import { composeExistingAccount } from './compose-existing-account.ts';
import { sendConfirmation } from './send-confirmation.ts';
import { untilConstantResponseTime } from './constant-response-time.ts';
import { requirePasswords } from './sign-in-ways.ts';
import { newPassword } from './password.ts';

const signUpInput = z.object({
  email,
  password: newPassword,
  username: optionalLine('Username', 60),
  display_name: optionalLine('Display name', 120),
});

/** Of one network: where addresses are not confirmed, the answer tells whether there is an account. */
export const maxSignUpsPerDay = 20;

/**
 * Makes an account without a role. Other fields of the input are ignored. Where addresses are confirmed, the answer is
 * the same, and comes after the same time, for an address that already has an account: its owner is notified by email.
 * @throws invalid input, too-many.
 */
export async function signUp(
  ctx: DomainContext,
  auth: Pick<Auth, 'signUp' | 'hashPassword'>,
  input: unknown,
  userAgent: string | null,
): Promise<Response> {
  requirePasswords(ctx);
  const account = parseInput(signUpInput, input);
  await limitAttempts(ctx, [
    {
      name: 'sign-up',
      subject: networkOf(ctx.clientAddress),
      maxAttempts: maxSignUpsPerDay,
      minutes: 24 * 60,
    },
  ]);
  const started = performance.now();
  try {
    return await makeAccount(ctx, auth, account, userAgent);
  } finally {
    if (ctx.emailConfirmation) await untilConstantResponseTime(started);
  }
}

async function makeAccount(
  ctx: DomainContext,
  auth: Pick<Auth, 'signUp' | 'hashPassword'>,
  account: z.output<typeof signUpInput>,
  userAgent: string | null,
): Promise<Response> {
  const before = await findAccountByEmail(ctx.db, account.email);
  const attempt = () =>
    auth.signUp(
      { ...account, displayName: account.display_name },
      { userAgent, clientAddress: ctx.clientAddress },
    );
  let response = await attempt();
  // Another request took the address at the same moment: the second attempt gets the answer for a taken one.
  if (response.status === 422 && ctx.emailConfirmation) response = await attempt();
  if (!response.ok) return response;

  if (before?.email_verified) {
    await recordRepetition(ctx, before, await auth.hashPassword(account.password));
    return response;
  }
  const made = before ? undefined : await findAccountByEmail(ctx.db, account.email);
  if (made) {
    const by = { userId: made.id, email: made.email };
    await recordActivity(ctx.db, ctx, { action: 'account-created', by });
    reportSecurityEvent(ctx, 'account-created', {}, by);
  }
  await sendConfirmation(ctx, account.email);
  return response;
}

/** Notifies the owner at most once a day, so that repeated attempts do not fill the mailbox. */
async function recordRepetition(
  ctx: DomainContext,
  owner: { id: string; email: string },
  passwordHash: string,
): Promise<void> {
  const limit = { name: 'existing-account', subject: owner.email, maxAttempts: 1, minutes: 24 * 60 };
  const ownerIsTold = await hasAttemptLeft(ctx, [limit]);
  await inTransaction(ctx, async (tx) => {
    await insertRepeatedSignUp(tx.db, owner.id, passwordHash);
    if (!ownerIsTold) return;
    await enqueueEmail(tx, composeExistingAccount({ to: owner.email, origin: ctx.origin }));
  });
}
