import { findAccountLink, takeAccountLink } from '#db/queries/account-links.ts';
import { findAccount } from '#db/queries/accounts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { Auth, Browser } from './auth.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { hashToken } from './one-time-token.ts';

/** The address of the account that a link signs in to; null when it is used, expired or unknown. */
export async function findSignInLink(ctx: Pick<DomainContext, 'db'>, token: string): Promise<string | null> {
  return (await findAccountLink(ctx.db, 'sign-in', hashToken(token)))?.email ?? null;
}

/**
 * Signs in with a link of the command line, once. It counts as every factor: who made it can reach the database.
 * @throws forbidden when the link is used, expired or unknown.
 */
export async function signInWithLink(
  ctx: DomainContext,
  auth: Pick<Auth, 'startSession' | 'deviceCookie'>,
  token: string,
  browser: Browser,
): Promise<{ userId: string; setCookies: string[] }> {
  const who = await inTransaction(ctx, async ({ db: trx }) => {
    const userId = await takeAccountLink(trx, 'sign-in', hashToken(token));
    const account = userId === undefined ? undefined : await findAccount(trx, userId);
    if (!account) throw forbidden('This link has been used or has expired.');
    const by = { userId: account.id, email: account.email };
    await recordActivity(trx, ctx, { action: 'sign-in-link-used', by });
    return by;
  });
  reportSecurityEvent(ctx, 'sign-in-link-used', {}, who);
  const client = { userAgent: browser.userAgent, clientAddress: ctx.clientAddress };
  const started = await auth.startSession(who.userId, { factor: 'sign-in-link' }, client);
  const completed = await completeSignIn(ctx, auth, who, 'sign-in-link', browser);
  return { userId: who.userId, setCookies: [...started.setCookies, ...completed.setCookies] };
}
