import { takeAccountLink } from '#db/queries/account-links.ts';
import { markEmailConfirmed, findAccount } from '#db/queries/accounts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { hashToken } from './one-time-token.ts';

/** Confirms the address of a link. @throws forbidden when the link is used, expired or unknown. */
export async function confirmEmail(ctx: DomainContext, token: string): Promise<void> {
  await inTransaction(ctx, async ({ db: trx }) => {
    const userId = await takeAccountLink(trx, 'email-confirmation', hashToken(token));
    const account = userId === undefined ? undefined : await findAccount(trx, userId);
    if (!account) throw forbidden('This link has been used or has expired.');
    await markEmailConfirmed(trx, account.id);
    await recordActivity(trx, ctx, {
      action: 'email-confirmed',
      by: { userId: account.id, email: account.email },
    });
  });
}
