import { findAccountByEmail } from '#db/queries/accounts.ts';
import { replaceAccountLink } from '#db/queries/account-links.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { notifyFactorChange } from '#domain/auth/notify-factor-change.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';

export const signInLinkMinutes = 60;

type LinkContext = Pick<DomainContext, 'db' | 'mail' | 'origin' | 'outboxFilled'>;

/**
 * Makes a link that signs in to an account, for the operator of the server: it needs no password, no factor and no issuer,
 * and changes none of them. Its owner is told by email.
 * @returns the link; it works once, within an hour.
 * @throws not-found.
 */
export async function createSignInLink(ctx: LinkContext, email: string): Promise<string> {
  const token = createToken();
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const account = await findAccountByEmail(trx, email);
    if (!account) throw notFound(`There is no account with the address ${email}.`);
    await replaceAccountLink(trx, {
      userId: account.id,
      purpose: 'sign-in',
      tokenHash: hashToken(token),
      minutes: signInLinkMinutes,
    });
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      {
        action: 'sign-in-link-created',
        subject: { id: account.id, label: account.email },
        by: { process: 'command line' },
      },
    );
    await notifyFactorChange(
      tx,
      account.email,
      'The operator of the site created a link that signs in to it, once.',
    );
  });
  return `${ctx.origin}/admin/login/link?token=${token}`;
}
