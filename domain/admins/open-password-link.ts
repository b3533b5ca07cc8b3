import type { Database } from '#db/client.ts';
import { replaceAccountLink } from '#db/queries/account-links.ts';
import { findAccountByEmail } from '#db/queries/accounts.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import { notFound } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { resetLinkMinutes } from './reset-factors.ts';

/**
 * A link for a new password, for the operator of the server: ends the sessions of the account; its sign-in factors stay.
 * Setting the password tells its owner by email.
 * @returns the link; it works once, within an hour.
 * @throws not-found.
 */
export async function openPasswordLink(
  ctx: { db: Database; origin: string },
  email: string,
): Promise<string> {
  const token = createToken();
  await inTransaction(ctx, async ({ db: trx }) => {
    const account = await findAccountByEmail(trx, email);
    if (!account) throw notFound(`There is no account with the address ${email}.`);
    const sessions = await deleteSessionsOfUser(trx, account.id);
    await replaceAccountLink(trx, {
      userId: account.id,
      purpose: 'password-reset',
      tokenHash: hashToken(token),
      minutes: resetLinkMinutes,
    });
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      {
        action: 'password-link-created',
        subject: { id: account.id, label: account.email },
        after: { sessions },
        by: { process: 'command line' },
      },
    );
  });
  return `${ctx.origin}/admin/reset-password?token=${token}`;
}
