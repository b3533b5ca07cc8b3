import { hasSignedInBefore } from '#db/queries/known-places.ts';
import { deleteSessionsBeyond, findFactors } from '#db/queries/sessions.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import { inTransaction, type Core, type Secrets, type Outgoing } from '#domain/core/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { Browser } from '../auth.ts';
import { composeNewDevice } from '../emails.ts';
import { factorNames, missingFactor, type MissingFactor } from '../factor.ts';
import { knowDevice, knowNetwork } from '../sessions/devices.ts';
import {
  maxPendingSessionsPerUser,
  maxSessionsPerUser,
  startSession,
  type NewSession,
} from '../sessions/sessions.ts';
import { deviceOf } from '../device-of.ts';

export type SignIn = SignedIn | SignInRefusal;

export type SignedIn = {
  ok: true;
  userId: string;
  email: string;
  sessionId: string;
  setCookies: string[];
  /** The step that the session lacks before it may do anything; null when it is complete. */
  missing: MissingFactor | null;
  isAdmin: boolean;
};

export type SignInRefusal = { ok: false; status: number; code: string; message: string };

/**
 * Ends every sign-in once the user has proved who they are, by whatever factor: starts the session, and, unless a
 * second factor is missing, ends sessions beyond the limit, remembers the browser, and writes the activity. The owner is
 * emailed when the browser is new, except for the first sign-in of an account.
 */
export async function finishSignIn(
  ctx: Core & Outgoing & Secrets & SecurityContext,
  who: { userId: string; email: string },
  proof: Pick<NewSession, 'factor' | 'provedAt'>,
  { userAgent, device }: Browser,
): Promise<SignedIn> {
  const { userId, email } = who;
  const { factor } = proof;
  const { origin } = ctx;
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const state = await findFactors(trx, userId);
    const missing = state ? missingFactor(factor, state) : null;
    const isPending = missing !== null;
    const started = await startSession(tx, userId, { ...proof, isPending }, userAgent);
    const max = isPending ? maxPendingSessionsPerUser : maxSessionsPerUser;
    await deleteSessionsBeyond(trx, userId, { isPending, max });
    const isAdmin = Boolean(state?.role);
    if (isPending) return { ok: true, ...who, ...started, missing, isAdmin };
    const isFirst = !(await hasSignedInBefore(trx, userId));
    await knowNetwork(tx, userId);
    const known = await knowDevice(tx, who, device);
    const name = factorNames[factor];
    if (known.isNew && !isFirst) {
      const facts = { to: email, origin, device: deviceOf(userAgent), factor: name };
      await enqueueEmail(tx, composeNewDevice(facts));
    }
    await recordSecurityActivity(tx, { action: 'sign-in', by: who, after: { factor: name } });
    const setCookies = [...started.setCookies, ...known.setCookies];
    return { ok: true, ...who, ...started, setCookies, missing, isAdmin };
  });
}
