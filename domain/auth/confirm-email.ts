import { randomUUID } from 'node:crypto';

import {
  findAccountLink,
  hasRecentAccountLink,
  replaceAccountLink,
  takeAccountLink,
} from '#db/queries/account-links.ts';
import { confirmEmail as confirmEmailRow, findAccount, findAccountByEmail } from '#db/queries/accounts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { email as emailField, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { composeEmailConfirmation } from './compose-email-confirmation.ts';
import { untilEvenTime } from './even-time.ts';
import { hashToken } from './one-time-token.ts';

const hoursOpen = 24;
/** Somebody who signs in again and again is not sent a mail each time. */
const minutesBetween = 10;

const purpose = 'email-confirmation';

/**
 * Sends the link that confirms an address, if there is an account that still needs it and was not sent one in the last
 * minutes.
 */
export async function sendConfirmation(ctx: DomainContext, email: string): Promise<void> {
  const account = await findUnconfirmed(ctx, email);
  if (!account || (await hasRecentAccountLink(ctx.db, account.id, purpose, minutesBetween))) return;
  await sendLink(ctx, account);
}

/**
 * Sends the link again because somebody asks for it, if there is an account that still needs it. The answer is the
 * same, and comes after the same time, for every address.
 * @throws invalid input, too-many: of the network, or for the address.
 */
export async function resendConfirmation(ctx: DomainContext, typed: unknown): Promise<void> {
  const email = parseInput(emailField, typed);
  await limitAttempts(ctx, [
    { name: 'confirmation', of: networkOf(ctx.clientAddress), most: 10, minutes: 60 },
    { name: 'confirmation-address', of: email, most: 3, minutes: 60 },
  ]);
  const started = performance.now();
  const account = await findUnconfirmed(ctx, email);
  if (account) await sendLink(ctx, account);
  await untilEvenTime(started);
}

async function findUnconfirmed(ctx: DomainContext, email: string) {
  if (!ctx.emailConfirmation) return undefined;
  const account = await findAccountByEmail(ctx.db, email);
  return account?.email_verified === false ? account : undefined;
}

async function sendLink(ctx: DomainContext, account: { id: string; email: string }): Promise<void> {
  const emailId = randomUUID();
  await inTransaction(ctx, async (tx) => {
    await replaceAccountLink(tx.db, {
      userId: account.id,
      purpose,
      tokenHash: hashToken(ctx.emailToken(emailId)),
      minutes: hoursOpen * 60,
    });
    const facts = { to: account.email, origin: ctx.origin, token: tokenPlace, hoursOpen };
    await enqueueEmail(tx, composeEmailConfirmation(facts), { id: emailId });
  });
}

/** The address that the link confirms; null when it is used, expired or unknown. */
export async function findConfirmation(ctx: DomainContext, token: string): Promise<string | null> {
  return (await findAccountLink(ctx.db, purpose, hashToken(token)))?.email ?? null;
}

/** @throws forbidden when the link is used, expired or unknown. */
export async function confirmEmail(ctx: DomainContext, token: string): Promise<void> {
  await inTransaction(ctx, async ({ db: trx }) => {
    const userId = await takeAccountLink(trx, purpose, hashToken(token));
    const account = userId === undefined ? undefined : await findAccount(trx, userId);
    if (!account) throw forbidden('This link has been used or has expired.');
    await confirmEmailRow(trx, account.id);
    await recordActivity(trx, ctx, {
      action: 'email-confirmed',
      by: { userId: account.id, email: account.email },
    });
  });
}
