import { z } from 'zod';

import { insertAdmin } from '#db/queries/admins.ts';
import { deleteInvitation } from '#db/queries/invitations.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { newPassword } from '#domain/auth/password.ts';
import { requirePasswords } from '#domain/auth/sign-in-ways.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden } from '#domain/errors.ts';
import { optionalLine, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { closedInvitation, findInvitation } from './find-invitation.ts';
import { makeInvitedAccount } from './make-invited-account.ts';

const acceptanceInput = z.object({
  token: z.string(),
  displayName: optionalLine('Display name', 120),
  password: newPassword,
});

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
  requirePasswords(ctx);
  const { token, displayName, password } = parseInput(acceptanceInput, input);
  if (!(await findInvitation(ctx, token))) throw forbidden(closedInvitation);
  const passwordHash = await auth.hashPassword(password);
  const accepted = await inTransaction(ctx, async ({ db: trx }) => {
    const invitation = await findInvitation({ db: trx }, token);
    if (!invitation || !(await deleteInvitation(trx, invitation.id))) throw forbidden(closedInvitation);
    const { email, role } = invitation;
    const userId = await makeInvitedAccount(trx, { email, displayName, passwordHash });
    if (!(await insertAdmin(trx, userId, role))) throw forbidden(closedInvitation);
    await recordActivity(trx, ctx, { action: 'invitation-accepted', by: { userId, email }, after: { role } });
    return { email, userId, role };
  });
  const { email, userId, role } = accepted;
  reportSecurityEvent(ctx, 'invitation-accepted', { toRole: role }, { userId, email });
  return { email };
}
