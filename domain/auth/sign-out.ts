import { deleteSessionOfUser, deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { Auth } from './auth.ts';

/**
 * Ends every session of the signed-in user, on every device: users expect that signing out leaves no open
 * session behind. A session that lacks a second factor ends alone: it may be that of an attacker who knows the password only.
 * @returns cookies that clear the session of this browser.
 */
export async function signOut(
  ctx: DomainContext,
  auth: Pick<Auth, 'findSession' | 'clearSession'>,
  headers: Headers,
): Promise<{ setCookies: string[] }> {
  const session = await auth.findSession(headers);
  if (session?.pending) await deleteSessionOfUser(ctx.db, session.userId, session.sessionId);
  else if (session) {
    await inTransaction(ctx, async ({ db: trx }) => {
      await deleteSessionsOfUser(trx, session.userId);
      await recordActivity(trx, ctx, { action: 'sign-out', by: session });
    });
    reportSecurityEvent(ctx, 'sign-out', {}, session);
  }
  return auth.clearSession();
}
