import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import { inTransaction, type Core, type Secrets, type Outgoing } from '#domain/core/context.ts';
import type { Browser } from '../auth.ts';
import { takeLink } from '../links.ts';
import { finishSignIn, type SignedIn } from './finish-sign-in.ts';

/**
 * Signs in with a link of the command line, once. It counts as every factor: who made it can reach the database.
 * @throws forbidden when the link is used, expired or unknown.
 */
export function signInWithLink(
  ctx: Core & Outgoing & Secrets & SecurityContext,
  token: string,
  browser: Browser,
): Promise<SignedIn> {
  return inTransaction(ctx, async (tx) => {
    const { id: userId, email } = await takeLink(tx.db, 'sign-in', token);
    await recordSecurityActivity(tx, { action: 'sign-in-link-used', by: { userId, email } });
    return finishSignIn(tx, { userId, email }, { factor: 'sign-in-link' }, browser);
  });
}
