import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { replaceAccountLink } from '#db/queries/account-links.ts';
import { findAccountByEmail } from '#db/queries/accounts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { invalid } from '#domain/errors.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { email as emailField, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { composeEmailChange } from './compose-email-change.ts';

const hoursOpen = 24;
const changeInput = z.object({ email: emailField });

/**
 * Sends a link to a new address, which becomes the address of one's account when the link is used. For an address that
 * has an account nothing is sent, and the answer is the same.
 * @throws invalid input, also where no email is set up; too-many; unproved.
 */
export async function requestEmailChange(ctx: DomainContext, input: unknown): Promise<void> {
  const { actor } = requireFreshProof(ctx);
  const { email } = parseInput(changeInput, input);
  if (!ctx.mail.isSetUp)
    throw invalid('This site does not send email yet, so it cannot confirm a new address.');
  if (email === actor.email)
    throw invalid('This is your address already.', { email: 'This is your address already.' });
  await limitAttempts(ctx, [{ name: 'email-change', subject: actor.userId, maxAttempts: 5, minutes: 60 }]);
  const isTaken = (await findAccountByEmail(ctx.db, email)) !== undefined;
  const emailId = randomUUID();
  await inTransaction(ctx, async (tx) => {
    await replaceAccountLink(tx.db, {
      userId: actor.userId,
      purpose: 'email-change',
      tokenHash: hashToken(ctx.emailToken(emailId)),
      minutes: hoursOpen * 60,
      newEmail: email,
    });
    await recordActivity(tx.db, ctx, { action: 'email-change-requested', after: { email } });
    if (isTaken) return;
    const facts = { to: email, origin: ctx.origin, token: tokenPlace, oldEmail: actor.email, hoursOpen };
    await enqueueEmail(tx, composeEmailChange(facts), { id: emailId });
  });
}
