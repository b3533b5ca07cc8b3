import { deleteAccountLinks } from '#db/queries/account-links.ts';
import { bindSubject, findIssuerAccount } from '#db/queries/accounts.ts';
import { recordActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, InTransaction, Secrets, SignInRules, Outgoing } from '#domain/core/context.ts';
import { inTransaction } from '#domain/core/context.ts';
import { forbidden, isDomainError } from '#domain/core/errors.ts';
import { limitAttempts, networkOf, type LimitContext } from '#domain/limits/limit-attempts.ts';
import type { Browser, Passwords } from '../auth.ts';
import { notifyFactorChange } from '../emails.ts';
import { takeInvitation } from '../invitations/accept-invitation.ts';
import { findInvitation } from '../invitations/invitations.ts';
import { refuseSignIn } from './check-password.ts';
import { finishSignIn, type SignIn } from './finish-sign-in.ts';
import { factorOf, identify } from './identify.ts';
import { signInSuccessLimits } from '../sign-in-limits.ts';
import type { Identity, SingleSignOn, SingleSignOnRequest } from '../single-sign-on.ts';

type Person = { userId: string; email: string };

/**
 * Signs in whom the issuer names. An invited person gets their account by it, and an account is bound to the subject at
 * the issuer with its first sign-in from there, which its owner is told by email. Every refusal is the same. The sign-in
 * proves who the user is as of the time when the issuer asked them; an issuer that does not say when may not have asked.
 * @throws too-many, IssuerUnavailable.
 */
export async function signInWithSingleSignOn(
  ctx: Core & Outgoing & Secrets & LimitContext & SignInRules,
  auth: Passwords,
  singleSignOn: SingleSignOn,
  sent: { request: SingleSignOnRequest; callback: URL; browser: Browser },
): Promise<SignIn> {
  const { request, callback, browser } = sent;
  const identity = await identify(ctx, singleSignOn, { request, callback, device: browser.device });
  const who = identity && (await admit(ctx, singleSignOn.issuer, identity));
  if (!who) {
    return refuseSignIn(ctx, auth, { userId: null, email: identity?.email ?? '(no address)' });
  }
  await limitAttempts(ctx, signInSuccessLimits(who.email, networkOf(ctx.clientAddress)), who.email);
  const { signedInAt } = identity;
  const provedAt = signedInAt === null || signedInAt > ctx.now() ? new Date(0) : signedInAt;
  return finishSignIn(ctx, who, { factor: factorOf(identity), provedAt }, browser);
}

/** The account of an identity; null where it may not enter. */
async function admit(
  ctx: Core & Outgoing & SecurityContext,
  issuer: string,
  identity: Identity,
): Promise<Person | null> {
  try {
    return await inTransaction(ctx, (tx) => admitInTransaction(tx, issuer, identity));
  } catch (error) {
    // Another request used the invitation or the subject at the same moment.
    if (isDomainError(error) && error.kind === 'forbidden') return null;
    throw error;
  }
}

/**
 * Who may enter: administrators and invited people, with an address that the issuer calls verified. After the first time
 * the subject at the issuer counts and the address does not, so that no one takes an account over whose address at the
 * issuer becomes theirs.
 */
async function admitInTransaction(
  tx: InTransaction<Core & Outgoing & SecurityContext>,
  issuer: string,
  { subject, email, name }: Identity,
): Promise<Person | null> {
  const { db: trx } = tx;
  if (email === null) return null;
  const bound = await findIssuerAccount(trx, issuer, { subject });
  const account = bound ?? (await findIssuerAccount(trx, issuer, { email }));
  if (!bound && account && account.subject !== null) return null;

  let who: Person;
  if (account && account.role !== null && account.email_verified) {
    who = { userId: account.id, email: account.email };
  } else {
    const invitation = await findInvitation(tx, { email });
    if (!invitation || (account && account.email !== email)) return null;
    who = await takeInvitation(tx, invitation, { displayName: name, passwordHash: null });
  }
  if (!bound) await bind(tx, issuer, subject, who);
  return who;
}

async function bind(
  tx: InTransaction<Core & Outgoing>,
  issuer: string,
  subject: string,
  who: Person,
): Promise<void> {
  const isNew = await bindSubject(tx.db, { userId: who.userId, issuer, subject });
  if (!isNew) throw forbidden('This account is bound to another user of the issuer.');
  await deleteAccountLinks(tx.db, who.userId);
  await recordActivity(tx.db, tx, { action: 'single-sign-on-connected', by: who, after: { issuer } });
  await notifyFactorChange(tx, who.email, `Single sign-on by ${issuer} was connected to it.`);
}
