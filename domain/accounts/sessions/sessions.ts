import { createHmac } from 'node:crypto';

import { deleteEndedSessions, findSignedIn, insertSession, touchSession } from '#db/queries/sessions.ts';
import type { Core, Actor, Secrets, SignInRules, SiteOrigin } from '#domain/core/context.ts';
import { missingFactor, type MissingFactor, type SignInFactor } from '../factor.ts';
import { createToken } from '#domain/core/secrets.ts';
import { cookieLine, readCookie } from './cookies.ts';

const day = 24 * 3_600_000;

/** Milliseconds. A session ends when it was not used for so long, and in any case so long after the sign-in. */
const sessionLife = { idle: 7 * day, absolute: 30 * day };

/** Milliseconds. A session that lacks a factor ends so long after the sign-in. */
const pendingSessionLife = 10 * 60_000;

/** Far more than one user's devices. A further sign-in ends the session that was unused for longest. */
export const maxSessionsPerUser = 50;

/** The same for sessions that lack a second factor. They never end another session. */
export const maxPendingSessionsPerUser = 5;

/** Interval at which the use of a session is stored. Milliseconds. */
const touchEvery = 60_000;

/** Since when a session must have been used and started to be alive, and when a pending one must have been started. */
export function sessionBounds(now: Date): { usedSince: Date; startedSince: Date; pendingSince: Date } {
  return {
    usedSince: new Date(now.getTime() - sessionLife.idle),
    startedSince: new Date(now.getTime() - sessionLife.absolute),
    pendingSince: new Date(now.getTime() - pendingSessionLife),
  };
}

/** Deletes sessions that are over, with the devices and addresses in them. */
export function deleteExpiredSessions({ db, now }: Pick<Core, 'db' | 'now'>): Promise<void> {
  return deleteEndedSessions(db, sessionBounds(now()), now());
}

export type Session = {
  sessionId: string;
  userId: string;
  email: string;
  factor: SignInFactor;
  provedAt: Date;
  /** Null for a user without a row in `admin_users`, and while a factor is missing. */
  actor: Actor | null;
  /** An administrator who signed in with a password and needs a second factor: they may give it, and nothing else. */
  pending: PendingFactor | null;
};

/** The step that a sign-in with a password lacks: to `prove` a second factor, or to `set-up` the first one. */
export type PendingFactor = { missing: MissingFactor; actor: Actor };

/** Sessions that count where only single sign-on signs in. */
export const signsInAlone: ReadonlySet<SignInFactor> = new Set<SignInFactor>([
  'oidc',
  'oidc-mfa',
  'oidc-and-code',
  'oidc-and-recovery-code',
  'oidc-and-passkey',
  'sign-in-link',
]);

/**
 * The live session of a request, or null. User, role and factors are read each time, so that changes take effect at once.
 * @throws when the database cannot be reached, which does not mean "not signed in".
 */
export async function findSession(
  ctx: Core & SiteOrigin & Secrets & SignInRules,
  headers: Headers,
): Promise<Session | null> {
  const token = readCookie(headers, ctx.origin, 'session');
  if (!/^[\w-]{32}$/.test(token)) return null;
  const found = await findSignedIn(ctx.db, hashSessionToken(ctx, token));
  if (!found) return null;
  const now = ctx.now().getTime();
  const unusedFor = now - found.used_at.getTime();
  const age = now - found.created_at.getTime();
  if (unusedFor > sessionLife.idle || age > sessionLife.absolute) return null;
  // Reading still works where nothing can be written.
  if (unusedFor > touchEvery) await touchSession(ctx.db, found.session_id).catch(() => {});
  const { session_id: sessionId, user_id: userId, email, role, factor, proved_at: provedAt } = found;
  if (!ctx.signInWays.passwords && !signsInAlone.has(factor)) return null;
  const actor = role && { userId, email, name: found.display_name ?? found.username, role };
  const session = { sessionId, userId, email, factor, provedAt };
  const missing = missingFactor(factor, found);
  if (missing === null || actor === null) return { ...session, actor, pending: null };
  return age > pendingSessionLife ? null : { ...session, actor: null, pending: { missing, actor } };
}

export type NewSession = {
  factor: SignInFactor;
  isPending?: boolean;
  /** When the user last proved who they are: now, unless another time is known. */
  provedAt?: Date;
};

/** Starts a session for a user who has proved who they are. The token in the cookie is stored nowhere else. */
export async function startSession(
  ctx: Pick<Core, 'db' | 'clientAddress'> & SiteOrigin & Secrets,
  userId: string,
  { factor, isPending = false, provedAt }: NewSession,
  userAgent: string | null,
): Promise<{ sessionId: string; setCookies: string[] }> {
  const token = createToken();
  const { id: sessionId } = await insertSession(ctx.db, {
    user_id: userId,
    token_hash: hashSessionToken(ctx, token),
    factor,
    is_pending: isPending,
    ...(provedAt ? { proved_at: provedAt } : {}),
    ip_address: ctx.clientAddress,
    user_agent: userAgent,
  });
  return { sessionId, setCookies: [cookieLine(ctx.origin, 'session', token, sessionLife.absolute / 1_000)] };
}

/** Keyed, so that another secret of the site ends every session. */
function hashSessionToken({ deriveKey }: Secrets, token: string): Buffer {
  return createHmac('sha256', deriveKey('session')).update(token).digest();
}
