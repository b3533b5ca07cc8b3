import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findAccountByEmail, insertUser, updateUser } from '#db/queries/accounts.ts';
import { insertAdmin } from '#db/queries/admins.ts';
import { deleteKnownPlaces } from '#db/queries/known-places.ts';
import { deleteInvitation, type OpenInvitationRow } from '#db/queries/invitations.ts';
import { insertProfile, upsertProfile } from '#db/queries/profiles.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import { inTransaction, type Core, type InTransaction, type SignInRules } from '#domain/core/context.ts';
import { forbidden } from '#domain/core/errors.ts';
import { optionalLine, parseInput } from '#domain/fields/fields.ts';
import type { Passwords } from '../auth.ts';
import { endAccess } from '../links.ts';
import { hashNewPassword, newPassword } from '../password.ts';
import { requirePasswords } from '../sign-in-ways.ts';
import { nameFromEmail } from '../profile/sign-up.ts';
import { closedInvitation, findInvitation } from './invitations.ts';

const acceptanceInput = z.object({
  token: z.string(),
  displayName: optionalLine('Display name', 120),
  password: newPassword,
});

/**
 * Makes the invited account with its role. The address is the invitation's own: the holder of the link cannot choose
 * another.
 * @throws forbidden when the invitation is closed, invalid input.
 */
export async function acceptInvitation(
  ctx: Core & SecurityContext & SignInRules,
  auth: Pick<Passwords, 'hashPassword'>,
  input: unknown,
): Promise<{ email: string }> {
  requirePasswords(ctx);
  const { token, displayName, password } = parseInput(acceptanceInput, input);
  const open = await findInvitation(ctx, { token });
  if (!open) throw forbidden(closedInvitation);
  const passwordHash = await hashNewPassword(auth, { email: open.email, password });
  return inTransaction(ctx, async (tx) =>
    takeInvitation(tx, await findInvitation(tx, { token }), { displayName, passwordHash }),
  );
}

/**
 * Uses an invitation up: makes its account and gives it the role.
 * @param person.passwordHash null where they proved their address by single sign-on: a new account has no password then
 * @throws forbidden when the invitation is closed.
 */
export async function takeInvitation(
  tx: InTransaction<Core & SecurityContext>,
  invitation: OpenInvitationRow | null,
  person: { displayName: string | null; passwordHash: string | null },
): Promise<{ userId: string; email: string }> {
  const { db: trx } = tx;
  if (!invitation || !(await deleteInvitation(trx, invitation.id))) throw forbidden(closedInvitation);
  const { email, role } = invitation;
  const by = { userId: await makeInvitedAccount(trx, { email, ...person }), email };
  if (!(await insertAdmin(trx, by.userId, role))) throw forbidden(closedInvitation);
  await recordSecurityActivity(tx, { action: 'invitation-accepted', by, after: { role } }, { toRole: role });
  return by;
}

/**
 * The account of an invited person, who has proved that the address is theirs. One that exists is taken over: its
 * sessions and links end, and what another person may have entered without a confirmed address is deleted, the password
 * included.
 */
async function makeInvitedAccount(
  trx: Database,
  invited: { email: string; displayName: string | null; passwordHash: string | null },
): Promise<string> {
  const { email, displayName, passwordHash } = invited;
  const name = displayName ?? nameFromEmail(email);
  const made = await insertUser(trx, { email, email_verified: true, password_hash: passwordHash });
  if (made) {
    await insertProfile(trx, { user_id: made.id, display_name: name, username: null });
    return made.id;
  }
  const existing = await findAccountByEmail(trx, email);
  if (!existing) throw forbidden(closedInvitation);
  if (!existing.email_verified) {
    const names = { display_name: name, username: null, first_name: null, last_name: null };
    await upsertProfile(trx, existing.id, names);
    await deleteKnownPlaces(trx, existing.id);
  }
  const keepsPassword = existing.email_verified && passwordHash === null;
  const password = keepsPassword ? {} : { password_hash: passwordHash };
  await updateUser(trx, existing.id, { email_verified: true, ...password });
  await endAccess(trx, existing.id);
  return existing.id;
}
