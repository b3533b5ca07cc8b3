import type { Role } from '#domain/actor.ts';
import type { Identity } from './single-sign-on.ts';

/** An account, and which subject of the issuer it is bound to. */
export type KnownAccount = {
  userId: string;
  email: string;
  isConfirmed: boolean;
  /** Null for an account that is not an administrator's. */
  role: Role | null;
  subject: string | null;
};

export type Admission =
  | { kind: 'refused' }
  | { kind: 'admin'; account: KnownAccount; isBound: boolean }
  /** Accepts the invitation of this address. */
  | { kind: 'invited'; isBound: boolean };

const refused: Admission = { kind: 'refused' };

/**
 * Who may enter by single sign-on: administrators and invited people, with an address that the issuer calls verified.
 * After the first time the subject at the issuer counts and the address does not, so that no one takes an account over
 * whose address at the issuer becomes theirs.
 * @param known.bySubject the account that is bound to the subject
 * @param known.byEmail the account with the address
 * @param known.invitedRole of the open invitation of the address
 */
export function admitBySingleSignOn(
  identity: Pick<Identity, 'email'>,
  known: { bySubject: KnownAccount | null; byEmail: KnownAccount | null; invitedRole: Role | null },
): Admission {
  const { email } = identity;
  const { bySubject, byEmail, invitedRole } = known;
  if (email === null) return refused;
  if (!bySubject && byEmail && byEmail.subject !== null) return refused;

  const isBound = bySubject !== null;
  const account = bySubject ?? byEmail;
  if (account && account.role !== null && account.isConfirmed) {
    return { kind: 'admin', account, isBound };
  }
  if (invitedRole === null || (account && account.email !== email)) return refused;
  return { kind: 'invited', isBound };
}
