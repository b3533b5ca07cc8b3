import { z } from 'zod';

import { findAccount } from '#db/queries/accounts.ts';
import { insertAdmin, lockAdmins } from '#db/queries/admins.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requirePermission, roles } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, forbidden, invalid } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { permissions } from '#domain/permissions.ts';
import { inviteAdmin, type Invitation } from './invite-admin.ts';
import { roleGrantDenial } from './role-change-denial.ts';

const addAdminInput = z.object({
  userId: z.string('Please select a user.').refine(isId, 'Please select a user.'),
  role: z.enum(roles, 'Please select a role.').default('editor'),
});

/**
 * Gives a role, up to the actor's own, to a user without one. An account with an unconfirmed address may belong to
 * another person who signed up with it: it is invited instead, by a link that sets a new password.
 * @returns the invitation; null when the user has the role now.
 * @throws forbidden, invalid input, conflict when the user is an administrator already, too-many.
 */
export async function addAdmin(ctx: DomainContext, input: unknown): Promise<Invitation | null> {
  const actor = requirePermission(ctx, 'manage-admins');
  const { userId, role } = parseInput(addAdminInput, input);
  const candidate = await findAccount(ctx.db, userId);
  if (candidate && !candidate.email_verified) return inviteAdmin(ctx, { email: candidate.email, role });
  await inTransaction(ctx, async ({ db: trx }) => {
    const own = (await lockAdmins(trx, { userId: actor.userId })).find((row) => row.user_id === actor.userId);
    const denial = own ? roleGrantDenial(own.role, role) : permissions['manage-admins'].denial;
    if (denial !== null) throw forbidden(denial);

    const account = await findAccount(trx, userId);
    if (!account) throw invalid('Please select a user.');
    if (!(await insertAdmin(trx, userId, role))) throw conflict('This user is already an admin.');
    await recordActivity(trx, ctx, {
      action: 'admin-added',
      subject: { id: userId, label: account.email },
      after: { role },
    });
  });
  reportSecurityEvent(ctx, 'admin-added', { subjectId: userId, toRole: role });
  return null;
}
