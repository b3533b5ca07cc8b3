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
};

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
 * is complete. A passkey with user verification counts as both factors; who has an authenticator app always needs it
 * beside the password.
 */
export function missingFactor(state: FactorState): 'prove' | 'set-up' | null {
  const { factor, role, hasAuthenticator, hasPasskey, policy } = state;
  if (factor !== 'password' || role === null) return null;
  if (!hasAuthenticator && !needsSecondFactor(policy, role)) return null;
  return hasAuthenticator || hasPasskey ? 'prove' : 'set-up';
}

export function needsSecondFactor(policy: SecondFactorPolicy, role: Role): boolean {
  return policy === 'everybody' || (policy === 'admins' && can({ role }, 'manage-admins'));
}
