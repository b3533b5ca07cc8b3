import { randomUUID } from 'node:crypto';

import { replaceAccountLinkByEmail } from '#db/queries/account-links.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { hasAttemptLeft } from '#domain/limits/has-attempt-left.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { email as emailField, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { composePasswordReset } from './compose-password-reset.ts';
import { hashToken } from './one-time-token.ts';
import { requirePasswords } from './sign-in-ways.ts';

const minutesOpen = 60;

/**
 * Sends a link for a new password, if there is such an account. The answer is the same, and comes after the same work,
 * for every address.
 * @throws invalid input, too-many (by network; further requests for one address are silently ignored).
 */
export async function requestPasswordReset(ctx: DomainContext, typed: unknown): Promise<void> {
  requirePasswords(ctx);
  const email = parseInput(emailField, typed);
  await limitAttempts(ctx, [
    { name: 'reset', subject: networkOf(ctx.clientAddress), maxAttempts: 10, minutes: 60 },
  ]);
  // The limit protects the mailbox of the owner; the answer does not reveal that it was reached.
  const accountLimit = { name: 'reset-account', subject: email, maxAttempts: 3, minutes: 60 };
  if (!(await hasAttemptLeft(ctx, [accountLimit], email))) return;

  const emailId = randomUUID();
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const hasAccount = await replaceAccountLinkByEmail(trx, {
      email,
      purpose: 'password-reset',
      tokenHash: hashToken(ctx.emailToken(emailId)),
      minutes: minutesOpen,
    });
    await recordActivity(trx, ctx, {
      action: 'password-reset-requested',
      by: { userId: null, email },
    });
    if (!hasAccount) return;
    const message = composePasswordReset({ to: email, origin: ctx.origin, token: tokenPlace, minutesOpen });
    await enqueueEmail(tx, message, { id: emailId, minutes: minutesOpen });
  });
  reportSecurityEvent(ctx, 'password-reset-requested', {}, { userId: null, email });
}
