import { findFactors, type FactorRow } from '#db/queries/sessions.ts';
import type { SecondFactorPolicy, SignInFactor } from '#db/tables.ts';
import type { Core } from '#domain/core/context.ts';
import { can, type Role } from '#domain/core/permissions.ts';

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

type SecondFactor = 'code' | 'recovery-code' | 'passkey';

/** How a session counts after a second factor; one that has two stays what it is. */
export function withSecondFactor(factor: SignInFactor, second: SecondFactor): SignInFactor {
  if (factor === 'oidc') return `oidc-and-${second}`;
  if (factor !== 'password') return factor;
  return second === 'passkey' ? 'passkey' : `password-and-${second}`;
}

/** The step that is still to do: to `prove` a second factor, or to `set-up` the first one. */
export type MissingFactor = 'prove' | 'set-up';

/** The factors of a user, their role (null without a row in `admin_users`), and who needs a second factor. */
export type FactorState = FactorRow & { role: Role | null };

/**
 * The step that a sign-in or a fresh proof by this factor still lacks; null when it is complete. A passkey with user
 * verification counts as both factors, and so does single sign-on where the issuer says that it asked for two; who has an
 * authenticator app always needs it beside the password, or beside single sign-on alone.
 */
export function missingFactor(factor: SignInFactor, state: FactorState): MissingFactor | null {
  const { role, has_authenticator: hasAuthenticator, has_passkey: hasPasskey, policy } = state;
  if ((factor !== 'password' && factor !== 'oidc') || role === null) return null;
  if (!hasAuthenticator && !needsSecondFactor(policy, role)) return null;
  return hasAuthenticator || hasPasskey ? 'prove' : 'set-up';
}

export function needsSecondFactor(policy: SecondFactorPolicy, role: Role): boolean {
  return policy === 'everybody' || (policy === 'admins' && can({ role }, 'manage-admins'));
}

/** The same for a user. */
export async function findMissingFactor(
  ctx: Pick<Core, 'db'>,
  userId: string,
  factor: SignInFactor,
): Promise<MissingFactor | null> {
  const state = await findFactors(ctx.db, userId);
  return state ? missingFactor(factor, state) : null;
}
