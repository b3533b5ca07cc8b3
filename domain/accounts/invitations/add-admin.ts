import { z } from 'zod';

import { findAccount } from '#db/queries/accounts.ts';
import { insertAdmin } from '#db/queries/admins.ts';
import { recordSecurityActivity } from '#domain/activity/record-activity.ts';
import type { Core, EmailTokens, Outgoing, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requirePermission, requireFreshProof } from '#domain/core/context.ts';
import { roles } from '#domain/core/permissions.ts';
import { conflict, invalid } from '#domain/core/errors.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import type { LimitContext } from '#domain/limits/limit-attempts.ts';
import { inviteAdmin, type Invitation } from './invite-admin.ts';
import { assertMayGrant } from '../roles/lock-admin.ts';

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
export async function addAdmin(
  ctx: Core & Outgoing & LimitContext & EmailTokens & OwnSession,
  input: unknown,
): Promise<Invitation | null> {
  const actor = requirePermission(ctx, 'manage-admins');
  requireFreshProof(ctx);
  const { userId, role } = parseInput(addAdminInput, input);
  const candidate = await findAccount(ctx.db, userId);
  if (candidate && !candidate.email_verified) return inviteAdmin(ctx, { email: candidate.email, role });
  await inTransaction(ctx, async (tx) => {
    await assertMayGrant(tx.db, actor, role);
    const account = await findAccount(tx.db, userId);
    if (!account) throw invalid('Please select a user.');
    if (!(await insertAdmin(tx.db, userId, role))) throw conflict('This user is already an admin.');
    const subject = { id: userId, label: account.email };
    await recordSecurityActivity(
      tx,
      { action: 'admin-added', subject, after: { role } },
      { subjectId: userId, toRole: role },
    );
  });
  return null;
}
