import type { Database } from '#db/client.ts';
import { replaceAccountLink } from '#db/queries/account-links.ts';
import { findAccountByEmail, deleteKnownNetworks } from '#db/queries/accounts.ts';
import { deleteAuthenticator } from '#db/queries/authenticator-apps.ts';
import { deleteKnownDevices } from '#db/queries/devices.ts';
import { deletePasskeysOfUser } from '#db/queries/passkeys.ts';
import { replaceRecoveryCodes } from '#db/queries/recovery-codes.ts';
import { deleteBindingsOfUser } from '#db/queries/issuer-accounts.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { notifyFactorChange } from '#domain/auth/notify-factor-change.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';

export const resetLinkMinutes = 60;

type ResetContext = Pick<DomainContext, 'mail' | 'origin'> & { db: Database };

/**
 * The last way back into an account, for the operator of the server: removes its passkeys, authenticator app and recovery
 * codes and its binding to an issuer, ends its sessions, and makes a link for a new password. Its owner is told by email.
 * @returns the link; it works once, within an hour.
 * @throws not-found.
 */
export async function resetFactors(ctx: ResetContext, email: string): Promise<string> {
  const token = createToken();
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const account = await findAccountByEmail(trx, email);
    if (!account) throw notFound(`There is no account with the address ${email}.`);
    await deletePasskeysOfUser(trx, account.id);
    await deleteAuthenticator(trx, account.id);
    await replaceRecoveryCodes(trx, account.id, []);
    await deleteBindingsOfUser(trx, account.id);
    await deleteSessionsOfUser(trx, account.id);
    await deleteKnownNetworks(trx, account.id);
    await deleteKnownDevices(trx, account.id);
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
        action: 'factors-reset',
        subject: { id: account.id, label: account.email },
        by: { process: 'command line' },
      },
    );
    const change =
      'All passkeys, the authenticator app and the recovery codes were removed by the operator of the site.';
    await notifyFactorChange(tx, account.email, change);
  });
  return `${ctx.origin}/admin/reset-password?token=${token}`;
}
