import { deleteSessionOfUser, deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { deleteTokensOfUser } from '#db/queries/tokens.ts';
import type { Core, Secrets, SignInRules, SiteOrigin, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requireActor, requirePermission, requireSession } from '#domain/core/context.ts';
import {
  recordActivity,
  recordSecurityActivity,
  reportSecurityEvent,
  type SecurityContext,
} from '#domain/activity/record-activity.ts';
import { forbidden, notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { lockAdmin } from '../roles/lock-admin.ts';
import { sessionEndDenial } from '../roles/role-change-denial.ts';
import { deviceOf } from '../device-of.ts';
import { cookieLine } from './cookies.ts';
import { findSession } from './sessions.ts';

/**
 * Ends every session of the signed-in user, on every device: users expect that signing out leaves no open
 * session behind. Tokens stay, because programs work on after a day's work. A session that lacks a second factor ends alone: it may be that of an attacker who knows the password only.
 * @returns cookies that clear the session of this browser.
 */
export async function signOut(
  ctx: Core & SiteOrigin & Secrets & SecurityContext & SignInRules,
  headers: Headers,
): Promise<{ setCookies: string[] }> {
  const session = await findSession(ctx, headers);
  if (session?.pending) await deleteSessionOfUser(ctx.db, session.userId, session.sessionId);
  else if (session) {
    await inTransaction(ctx, async (tx) => {
      await deleteSessionsOfUser(tx.db, session.userId);
      await recordSecurityActivity(tx, { action: 'sign-out', by: session });
    });
  }
  return clearSession(ctx);
}

export function clearSession({ origin }: SiteOrigin): { setCookies: string[] } {
  return { setCookies: [cookieLine(origin, 'session', '', 0)] };
}

/** Ends one of the actor's own sessions. Other users' sessions are not found. @throws not-found. */
export async function endSession(ctx: Core & SecurityContext, id: string): Promise<void> {
  const { userId } = requireActor(ctx);
  await inTransaction(ctx, async (tx) => {
    const ended = isId(id) ? await deleteSessionOfUser(tx.db, userId, id) : undefined;
    if (!ended) throw notFound('This session has ended already.');
    const subject = { id: null, label: deviceOf(ended.user_agent) };
    await recordSecurityActivity(tx, { action: 'session-ended', subject });
  });
}

/** Ends all of one's own sessions but this one, and all tokens. */
export async function endOtherSessions(ctx: Core & SecurityContext & OwnSession): Promise<void> {
  const { actor, session } = requireSession(ctx);
  await inTransaction(ctx, async (tx) => {
    const sessions = await deleteSessionsOfUser(tx.db, actor.userId, session.id);
    await deleteTokensOfUser(tx.db, actor.userId);
    await recordActivity(tx.db, tx, { action: 'other-sessions-ended', after: { sessions } });
    tx.afterCommit(() => reportSecurityEvent(tx, 'session-ended', { sessions }));
  });
}

/**
 * Ends all sessions and tokens of another administrator, on every device. Their next request leads to the login.
 * @param id of their row in `admin_users`.
 * @throws not-found, forbidden for the actor's own and for a higher role.
 */
export async function endSessionsOf(ctx: Core & SecurityContext, id: string): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  await inTransaction(ctx, async (tx) => {
    const { own, target } = await lockAdmin(tx.db, actor, id);
    const denial = sessionEndDenial(own, target);
    if (denial !== null) throw forbidden(denial);
    const sessions = await deleteSessionsOfUser(tx.db, target.userId);
    await deleteTokensOfUser(tx.db, target.userId);
    const subject = { id: target.userId, label: target.email };
    const activity = { action: 'sessions-ended', subject, after: { sessions } } as const;
    await recordSecurityActivity(tx, activity, { subjectId: target.userId, sessions });
  });
}
