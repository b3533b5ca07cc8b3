import type { SecondFactorPolicy, SignInFactor } from '#db/tables.ts';
import type { Role } from '#domain/actor.ts';
import { can } from '#domain/permissions.ts';

export type { SecondFactorPolicy, SignInFactor };

/** How a session was started, for its owner. */
export const factorNames: Record<SignInFactor, string> = {
  password: 'Password',
  'password-and-code': 'Password and authenticator app',
  'password-and-recovery-code': 'Password and recovery code',
  passkey: 'Passkey',
  oidc: 'Single sign-on',
  'oidc-mfa': 'Single sign-on with two factors',
  'oidc-and-code': 'Single sign-on and authenticator app',
  'oidc-and-recovery-code': 'Single sign-on and recovery code',
  'oidc-and-passkey': 'Single sign-on and passkey',
  'sign-in-link': 'Link from the command line',
};

/** What a user gave beside the first factor. */
export type SecondFactor = 'code' | 'recovery-code' | 'passkey';

/** How a session counts after a second factor; one that has two stays what it is. */
export function withSecondFactor(factor: SignInFactor, second: SecondFactor): SignInFactor {
  if (factor === 'oidc') return `oidc-and-${second}`;
  if (factor !== 'password') return factor;
  return second === 'passkey' ? 'passkey' : `password-and-${second}`;
}

/** What decides whether a session is complete. */
export type FactorState = {
  factor: SignInFactor;
  /** Null for a user without a row in `admin_users`. */
  role: Role | null;
  hasAuthenticator: boolean;
  hasPasskey: boolean;
  policy: SecondFactorPolicy;
};

/**
 * What a session still lacks before it may do anything: `prove` a second factor, `set-up` the first one, or null when it
 * is complete. A passkey with user verification counts as both factors, and so does single sign-on where the issuer says
 * that it asked for two; who has an authenticator app always needs it beside the password, or beside single sign-on alone.
 */
export function missingFactor(state: FactorState): 'prove' | 'set-up' | null {
  const { factor, role, hasAuthenticator, hasPasskey, policy } = state;
  if ((factor !== 'password' && factor !== 'oidc') || role === null) return null;
  if (!hasAuthenticator && !needsSecondFactor(policy, role)) return null;
  return hasAuthenticator || hasPasskey ? 'prove' : 'set-up';
}

export function needsSecondFactor(policy: SecondFactorPolicy, role: Role): boolean {
  return policy === 'everybody' || (policy === 'admins' && can({ role }, 'manage-admins'));
}
