import { z } from 'zod';

import type { Database } from '#db/client.ts';
import {
  markEmailConfirmed,
  findAccountByEmail,
  deleteKnownNetworks,
  updatePassword,
} from '#db/queries/accounts.ts';
import { insertAdmin } from '#db/queries/admins.ts';
import { deleteInvitation } from '#db/queries/invitations.ts';
import { insertPasswordAccount, insertProfile, insertUser } from '#db/queries/people.ts';
import { upsertProfile } from '#db/queries/profiles.ts';
import { deleteSessionsOfUser } from '#db/queries/sessions.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { nameFromEmail } from '#domain/auth/name-from-email.ts';
import { newPassword } from '#domain/auth/password.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { optionalLine, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { findInvitation } from './find-invitation.ts';

const acceptanceInput = z.object({
  token: z.string(),
  displayName: optionalLine('Display name', 120),
  password: newPassword,
});

const closed = 'This invitation has been used, withdrawn or has expired. Ask for a new one.';

/**
 * Makes the invited account with its role. The address is the invitation's own: the holder of the link cannot choose
 * another. An existing account with this address is taken over: its password and sessions end, and names that were
 * entered without a confirmed address are deleted.
 * @throws forbidden when the invitation is closed, invalid input.
 */
export async function acceptInvitation(
  ctx: DomainContext,
  auth: Pick<Auth, 'hashPassword'>,
  input: unknown,
): Promise<{ email: string }> {
  const { token, displayName, password } = parseInput(acceptanceInput, input);
  if (!(await findInvitation(ctx, token))) throw forbidden(closed);
  const passwordHash = await auth.hashPassword(password);
  const accepted = await inTransaction(ctx, async ({ db: trx }) => {
    const invitation = await findInvitation({ db: trx }, token);
    if (!invitation || !(await deleteInvitation(trx, invitation.id))) throw forbidden(closed);
    const { email, role } = invitation;
    const userId = await makeAccount(trx, { email, displayName, passwordHash });
    if (!(await insertAdmin(trx, userId, role))) throw forbidden(closed);
    await recordActivity(trx, ctx, { action: 'invitation-accepted', by: { userId, email }, after: { role } });
    return { email, userId, role };
  });
  const { email, userId, role } = accepted;
  reportSecurityEvent(ctx, 'invitation-accepted', { toRole: role }, { userId, email });
  return { email };
}

async function makeAccount(
  trx: Database,
  { email, displayName, passwordHash }: { email: string; displayName: string | null; passwordHash: string },
): Promise<string> {
  const name = displayName ?? nameFromEmail(email);
  const made = await insertUser(trx, { email, name, email_verified: true });
  if (made) {
    await insertPasswordAccount(trx, made.id, passwordHash);
    await insertProfile(trx, { user_id: made.id, display_name: name, username: null });
    return made.id;
  }
  const existing = await findAccountByEmail(trx, email);
  if (!existing) throw forbidden(closed);
  if (!existing.email_verified) {
    await upsertProfile(trx, existing.id, {
      display_name: name,
      username: null,
      first_name: null,
      last_name: null,
    });
    await deleteKnownNetworks(trx, existing.id);
  }
  await updatePassword(trx, existing.id, passwordHash);
  await markEmailConfirmed(trx, existing.id);
  await deleteSessionsOfUser(trx, existing.id);
  return existing.id;
}
