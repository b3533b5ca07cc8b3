import type { Database } from '#db/client.ts';
import {
  deleteKnownNetworks,
  deletePassword,
  findAccountByEmail,
  markEmailConfirmed,
  updatePassword,
} from '#db/queries/accounts.ts';
import { deleteKnownDevices } from '#db/queries/devices.ts';
import { insertPasswordAccount, insertProfile, insertUser } from '#db/queries/people.ts';
import { upsertProfile } from '#db/queries/profiles.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { nameFromEmail } from '#domain/auth/name-from-email.ts';
import { forbidden } from '#domain/errors.ts';
import { closedInvitation } from './find-invitation.ts';

/**
 * The account of an invited person, who has proved that the address is theirs. One that exists is taken over: its
 * sessions end, and what another person may have entered without a confirmed address is deleted, the password included.
 * @param invited.passwordHash null where they proved it by single sign-on: a new account has no password then
 * @returns the id of the user.
 */
export async function makeInvitedAccount(
  trx: Database,
  invited: { email: string; displayName: string | null; passwordHash: string | null },
): Promise<string> {
  const { email, displayName, passwordHash } = invited;
  const name = displayName ?? nameFromEmail(email);
  const made = await insertUser(trx, { email, name, email_verified: true });
  if (made) {
    if (passwordHash !== null) await insertPasswordAccount(trx, made.id, passwordHash);
    await insertProfile(trx, { user_id: made.id, display_name: name, username: null });
    return made.id;
  }
  const existing = await findAccountByEmail(trx, email);
  if (!existing) throw forbidden(closedInvitation);
  if (!existing.email_verified) {
    await upsertProfile(trx, existing.id, {
      display_name: name,
      username: null,
      first_name: null,
      last_name: null,
    });
    await deleteKnownNetworks(trx, existing.id);
    await deleteKnownDevices(trx, existing.id);
    await deletePassword(trx, existing.id);
  }
  if (passwordHash !== null) await updatePassword(trx, existing.id, passwordHash);
  await markEmailConfirmed(trx, existing.id);
  await deleteSessionsOfUser(trx, existing.id);
  return existing.id;
}
