import { insertAdmin } from '#db/queries/admins.ts';
import { bindSubject, findAccountOfEmail, findAccountOfSubject } from '#db/queries/issuer-accounts.ts';
import type { IssuerAccountRow } from '#db/queries/issuer-accounts.ts';
import { deleteInvitation } from '#db/queries/invitations.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import {
  reportSecurityEvent,
  type SecurityDetails,
  type SecurityEventName,
} from '#domain/activity/security-events.ts';
import type { Auth, Browser, SignIn } from '#domain/auth/auth.ts';
import type { PasswordAuth } from '#domain/auth/check-password.ts';
import { completeSignIn } from '#domain/auth/complete-sign-in.ts';
import { endOldPendingSessions, findMissingFactor } from '#domain/auth/find-missing-factor.ts';
import { identify } from '#domain/auth/identify.ts';
import { notifyFactorChange } from '#domain/auth/notify-factor-change.ts';
import { refuseSignIn } from '#domain/auth/refuse-sign-in.ts';
import { signInSuccessLimits } from '#domain/auth/sign-in-limits.ts';
import type { Identity, SingleSignOn } from '#domain/auth/single-sign-on.ts';
import type { SingleSignOnRequest } from '#domain/auth/single-sign-on-request.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden, isDomainError } from '#domain/errors.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { inTransaction, type InTransaction } from '#domain/transaction.ts';
import { closedInvitation, findInvitationOf } from './find-invitation.ts';
import { makeInvitedAccount } from './make-invited-account.ts';
import { admitBySingleSignOn, type KnownAccount } from './single-sign-on-admission.ts';

type SingleSignOnAuth = PasswordAuth & Pick<Auth, 'startSession' | 'deviceCookie'>;
type Person = { userId: string; email: string };
type Entry = { who: Person; events: [SecurityEventName, SecurityDetails][] };

/**
 * Signs in whom the issuer names. An invited person gets their account by it, and an account is bound to the subject at
 * the issuer with its first sign-in from there, which its owner is told by email. Every refusal is the same.
 * `missing` of the answer: the issuer did not ask for two factors, and the account needs them.
 * @param callback our own address with what the issuer added to it
 * @throws too-many, IssuerUnavailable.
 */
export async function signInWithSingleSignOn(
  ctx: DomainContext,
  auth: SingleSignOnAuth,
  singleSignOn: SingleSignOn,
  { request, callback, browser }: { request: SingleSignOnRequest; callback: URL; browser: Browser },
): Promise<SignIn> {
  const identity = await identify(ctx, singleSignOn, request, callback);
  const who = identity && (await admit(ctx, singleSignOn.issuer, identity));
  if (!who) {
    const email = identity?.email ?? '(no address)';
    return refuseSignIn(ctx, auth, { userId: null, email });
  }
  const { userId, email } = who;
  await limitAttempts(ctx, signInSuccessLimits(email, networkOf(ctx.clientAddress)), email);
  const factor = identity.hasTwoFactors ? 'oidc-mfa' : 'oidc';
  const missing = await findMissingFactor(ctx, userId, factor);
  const client = { userAgent: browser.userAgent, clientAddress: ctx.clientAddress };
  const { signedInAt } = identity;
  // An issuer that does not say when it asked the user may not have asked them today.
  const provedAt = signedInAt === null || signedInAt > ctx.now() ? new Date(0) : signedInAt;
  const { setCookies } = await auth.startSession(
    userId,
    { factor, isPending: missing !== null, provedAt },
    client,
  );
  if (missing !== null) {
    await endOldPendingSessions(ctx, userId);
    return { ok: true, userId, email, setCookies, body: null, missing };
  }
  const completed = await completeSignIn(ctx, auth, who, factor, browser);
  return { ok: true, userId, email, setCookies: [...setCookies, ...completed.setCookies], body: null };
}

/** The account of an identity; null where it may not enter. */
async function admit(ctx: DomainContext, issuer: string, identity: Identity): Promise<Person | null> {
  try {
    const entry = await inTransaction(ctx, (tx) => admitInTransaction(tx, issuer, identity));
    if (!entry) return null;
    for (const [event, details] of entry.events) reportSecurityEvent(ctx, event, details, entry.who);
    return entry.who;
  } catch (error) {
    // Another request used the invitation or the subject at the same moment.
    if (isDomainError(error) && error.kind === 'forbidden') return null;
    throw error;
  }
}

async function admitInTransaction(
  tx: InTransaction<DomainContext>,
  issuer: string,
  identity: Identity,
): Promise<Entry | null> {
  const { db: trx } = tx;
  const { subject, email } = identity;
  const invitation = email === null ? null : await findInvitationOf({ db: trx }, email);
  const bySubject = await findAccountOfSubject(trx, issuer, subject);
  const byEmail = email === null ? undefined : await findAccountOfEmail(trx, issuer, email);
  const admission = admitBySingleSignOn(identity, {
    bySubject: accountOf(bySubject),
    byEmail: accountOf(byEmail),
    invitedRole: invitation?.role ?? null,
  });
  switch (admission.kind) {
    case 'refused':
      return null;
    case 'admin': {
      const { account } = admission;
      const who = { userId: account.userId, email: account.email };
      if (!admission.isBound) await bind(tx, issuer, subject, who);
      return { who, events: [] };
    }
    case 'invited': {
      if (!invitation || !(await deleteInvitation(trx, invitation.id))) throw forbidden(closedInvitation);
      const { role } = admission;
      const userId = await makeInvitedAccount(trx, {
        email: admission.email,
        displayName: identity.name,
        passwordHash: null,
      });
      if (!(await insertAdmin(trx, userId, role))) throw forbidden(closedInvitation);
      const who = { userId, email: admission.email };
      if (!admission.isBound) await bind(tx, issuer, subject, who);
      await recordActivity(trx, tx, { action: 'invitation-accepted', by: who, after: { role } });
      return { who, events: [['invitation-accepted', { toRole: role }]] };
    }
  }
}

async function bind(
  tx: InTransaction<DomainContext>,
  issuer: string,
  subject: string,
  who: Person,
): Promise<void> {
  const isNew = await bindSubject(tx.db, { userId: who.userId, issuer, subject });
  if (!isNew) throw forbidden('This account is bound to another user of the issuer.');
  await recordActivity(tx.db, tx, { action: 'single-sign-on-connected', by: who, after: { issuer } });
  await notifyFactorChange(tx, who.email, `Single sign-on by ${issuer} was connected to it.`);
}

function accountOf(row: IssuerAccountRow | undefined): KnownAccount | null {
  if (!row) return null;
  const { id: userId, email, email_verified: isConfirmed, role, subject } = row;
  return { userId, email, isConfirmed, role, subject };
}
