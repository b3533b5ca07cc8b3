import { findAccount, findIssuerAccount } from '#db/queries/accounts.ts';
import { findFactors, markSessionProved } from '#db/queries/sessions.ts';
import type { SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, Secrets, SignInRules, Outgoing, SignedIn, OwnSession } from '#domain/core/context.ts';
import { requireSession } from '#domain/core/context.ts';
import { forbidden, invalid } from '#domain/core/errors.ts';
import { limitAttempts, takeBackAttempt, type LimitContext } from '#domain/limits/limit-attempts.ts';
import type { Auth, Passwords } from '../auth.ts';
import { checkCode } from '../factors/check-code.ts';
import { isPasskeyOf } from '../factors/check-passkey.ts';
import { findMissingFactor, missingFactor } from '../factor.ts';
import { passkeyRequestOptions, type PasskeyRequestOptions } from '../passkeys.ts';
import type { Session } from '../sessions/sessions.ts';
import { refuseSignIn } from './check-password.ts';
import { codeLimits } from '../sign-in-limits.ts';
import { wrongPassword } from '../sign-in-message.ts';
import { requirePasswords } from '../sign-in-ways.ts';
import { factorOf, identify } from './identify.ts';
import type { SingleSignOn, SingleSignOnRequest } from '../single-sign-on.ts';

/** How a user can prove again who they are. What their sign-in needs, a proof needs as well. */
export type ProofChoices = {
  /** Their password; `needsCode`: with a code beside it. Null where they have none, or none is asked for. */
  password: { needsCode: boolean } | null;
  /** For `navigator.credentials.get`; null without a passkey. */
  passkey: PasskeyRequestOptions | null;
  /** True if their account is bound to the issuer of single sign-on, which asks for as many factors as they need. */
  singleSignOn: boolean;
};

export async function describeProof(
  ctx: Core & Secrets & SignInRules & OwnSession,
  { passkeys, singleSignOn }: Pick<Auth, 'passkeys' | 'singleSignOn'>,
): Promise<ProofChoices> {
  const { actor, session } = requireSession(ctx);
  const factors = await findFactors(ctx.db, actor.userId);
  if (!factors) throw forbidden('You must be signed in to do this.');
  const account = await findAccount(ctx.db, actor.userId);
  const needsCode = missingFactor('password', factors) === 'prove';
  const byIssuer = session.factor === 'oidc-mfa' ? 'oidc-mfa' : 'oidc';
  return {
    password:
      account?.password_hash && ctx.signInWays.passwords && (!needsCode || factors.has_authenticator)
        ? { needsCode }
        : null,
    passkey: factors.has_passkey ? passkeyRequestOptions(ctx, passkeys, `prove ${session.id}`) : null,
    singleSignOn:
      singleSignOn !== null &&
      missingFactor(byIssuer, factors) !== 'prove' &&
      account?.issuer === singleSignOn.issuer,
  };
}

type Proof = { passkey: string } | { password: string; code: string };

/**
 * Proves again who the actor is: by one of their passkeys, or by their password, and by a code where their sign-in needs a
 * second factor. The session then counts as proved for ten minutes.
 * @throws invalid for a wrong proof, too-many.
 */
export async function proveAgain(
  ctx: Core & Outgoing & Secrets & LimitContext & SignInRules & OwnSession,
  auth: Pick<Auth, 'hashPassword' | 'verifyPassword' | 'passkeys'>,
  proof: Proof,
): Promise<void> {
  const signedIn = requireSession(ctx);
  const { actor, session } = signedIn;
  if ('password' in proof) requirePasswords(ctx);
  const limits = codeLimits(actor.userId);
  await limitAttempts(ctx, limits);
  const isRight =
    'passkey' in proof
      ? await isPasskeyOf(ctx, auth.passkeys, actor.userId, proof.passkey, `prove ${session.id}`)
      : await isPasswordProof(ctx, auth, signedIn, proof);
  if (!isRight) {
    await refuseSignIn(ctx, auth, actor);
    throw invalid(wrongPassword.message);
  }
  await takeBackAttempt(ctx, limits);
  await markSessionProved(ctx.db, session.id);
}

async function isPasswordProof(
  ctx: Core & Outgoing & Secrets & SecurityContext,
  auth: Passwords,
  { actor }: SignedIn,
  { password, code }: { password: string; code: string },
): Promise<boolean> {
  const hash = (await findAccount(ctx.db, actor.userId))?.password_hash ?? null;
  if (hash === null || !(await auth.verifyPassword({ hash, password: password.slice(0, 1_000) })))
    return false;
  if ((await findMissingFactor(ctx, actor.userId, 'password')) !== 'prove') return true;
  return (await checkCode(ctx, actor, code)) !== null;
}

/**
 * Proves again who the user of a session is, by a new sign-in at the issuer to which their account is bound, with as many
 * factors as they need. The session then counts as proved for ten minutes.
 * @throws too-many, IssuerUnavailable.
 */
export async function proveBySingleSignOn(
  ctx: Core & LimitContext & SignInRules,
  auth: Passwords,
  singleSignOn: SingleSignOn,
  sent: { request: SingleSignOnRequest; callback: URL; session: Session | null; device: string | null },
): Promise<boolean> {
  const { request, session } = sent;
  const identity = await identify(ctx, singleSignOn, sent);
  if (identity && session?.actor && session.sessionId === request.sessionId) {
    const { userId, sessionId } = session;
    const account = await findIssuerAccount(ctx.db, singleSignOn.issuer, { subject: identity.subject });
    const isOwn = account?.id === userId;
    if (isOwn && (await findMissingFactor(ctx, userId, factorOf(identity))) !== 'prove') {
      await markSessionProved(ctx.db, sessionId);
      return true;
    }
  }
  await refuseSignIn(ctx, auth, session ?? { userId: null, email: '(no address)' });
  return false;
}
