import { randomUUID } from 'node:crypto';

import { replaceAccountLink } from '#db/queries/account-links.ts';
import { findAccountByEmail } from '#db/queries/accounts.ts';
import type { DomainContext } from '#domain/context.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { inTransaction } from '#domain/transaction.ts';
import { composeEmailConfirmation } from './compose-email-confirmation.ts';
import { hashToken } from './one-time-token.ts';

const hoursOpen = 24;

/** The account of an address, if it still needs a confirmation. */
export async function findUnconfirmedAccount(
  ctx: DomainContext,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  if (!ctx.emailConfirmation) return undefined;
  const account = await findAccountByEmail(ctx.db, email);
  return account?.email_verified === false ? account : undefined;
}

/** Sends the link that confirms the address of an account; an earlier link ends. */
export async function sendConfirmationLink(
  ctx: DomainContext,
  account: { id: string; email: string },
): Promise<void> {
  const emailId = randomUUID();
  await inTransaction(ctx, async (tx) => {
    await replaceAccountLink(tx.db, {
      userId: account.id,
      purpose: 'email-confirmation',
      tokenHash: hashToken(ctx.emailToken(emailId)),
      minutes: hoursOpen * 60,
    });
    const facts = { to: account.email, origin: ctx.origin, token: tokenPlace, hoursOpen };
    await enqueueEmail(tx, composeEmailConfirmation(facts), { id: emailId });
  });
}
