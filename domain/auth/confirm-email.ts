import { randomUUID } from 'node:crypto';

import {
  findAccountLink,
  hasRecentAccountLink,
  replaceAccountLink,
  takeAccountLink,
} from '#db/queries/account-links.ts';
import { confirmEmail as confirmEmailRow, findAccount, findAccountByEmail } from '#db/queries/accounts.ts';
import { inTransaction } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { enqueueLetter } from '#domain/mail/enqueue-letter.ts';
import { composeEmailConfirmation } from './compose-email-confirmation.ts';
import { hashToken, tokenPlace } from './one-time-token.ts';

const hoursOpen = 24;
/** Somebody who signs in again and again is not sent a mail each time. */
const minutesBetween = 10;

const purpose = 'email-confirmation';

/** Sends the link that confirms an address, if there is an account that still needs it. */
export async function sendConfirmation(ctx: DomainContext, email: string): Promise<void> {
  if (!ctx.emailConfirmation) return;
  const account = await findAccountByEmail(ctx.db, email);
  if (!account || account.email_verified) return;
  if (await hasRecentAccountLink(ctx.db, account.id, purpose, minutesBetween)) return;
  const letterId = randomUUID();
  await inTransaction(ctx.db, async (trx) => {
    await replaceAccountLink(trx, {
      userId: account.id,
      purpose,
      tokenHash: hashToken(ctx.letterToken(letterId)),
      minutes: hoursOpen * 60,
    });
    const facts = { to: account.email, origin: ctx.origin, token: tokenPlace, hoursOpen };
    await enqueueLetter(trx, ctx, composeEmailConfirmation(facts), { id: letterId });
  });
  ctx.outboxFilled();
}

/** The address that the link confirms; null when it is used, expired or unknown. */
export async function findConfirmation(ctx: DomainContext, token: string): Promise<string | null> {
  return (await findAccountLink(ctx.db, purpose, hashToken(token)))?.email ?? null;
}

/** @throws forbidden when the link is used, expired or unknown. */
export async function confirmEmail(ctx: DomainContext, token: string): Promise<void> {
  await inTransaction(ctx.db, async (trx) => {
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
