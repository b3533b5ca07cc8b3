import { z } from 'zod';

import { deleteAdmin, updateAdminRole } from '#db/queries/admins.ts';
import { findAuthorRow } from '#db/queries/authors.ts';
import { recordSecurityActivity, type SecurityContext } from '#domain/activity/record-activity.ts';
import type { Core, OwnSession } from '#domain/core/context.ts';
import { inTransaction, requirePermission, requireFreshProof } from '#domain/core/context.ts';
import { roles } from '#domain/core/permissions.ts';
import { deleteTerm } from '#domain/taxonomy/delete-term.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { findEditableAdmin } from './lock-admin.ts';

const changeRoleInput = z.object({ id: z.string(), role: z.enum(roles, 'Please select a role.') });

/**
 * Gives an administrator another role. It takes effect with their next request.
 * @throws not-found, forbidden, invalid input.
 */
export async function changeRole(ctx: Core & SecurityContext & OwnSession, input: unknown): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  requireFreshProof(ctx);
  const { id, role } = parseInput(changeRoleInput, input);
  await inTransaction(ctx, async (tx) => {
    const { userId, email, role: before } = await findEditableAdmin(tx.db, actor, id, role);
    if (before === role) return;
    await updateAdminRole(tx.db, id, role);
    const subject = { id: userId, label: email };
    await recordSecurityActivity(
      tx,
      { action: 'role-changed', subject, before: { role: before }, after: { role } },
      { subjectId: userId, fromRole: before, toRole: role },
    );
  });
}

/**
 * Removes the role; the account stays. It takes effect with their next request.
 * @param removesAuthor whether the public author of the account is deleted too; the posts stay in either case
 * @throws not-found, forbidden.
 */
export async function removeAdmin(
  ctx: Core & SecurityContext & OwnSession,
  id: string,
  removesAuthor = false,
): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  requireFreshProof(ctx);
  const author = await inTransaction(ctx, async (tx) => {
    const { userId, email, role } = await findEditableAdmin(tx.db, actor, id, null);
    await deleteAdmin(tx.db, id);
    const subject = { id: userId, label: email };
    await recordSecurityActivity(
      tx,
      { action: 'admin-removed', subject, before: { role } },
      { subjectId: userId, fromRole: role },
    );
    return removesAuthor ? findAuthorRow(tx.db, { userId }) : undefined;
  });
  // In transactions of its own: the author may have many posts.
  if (author) await deleteTerm(ctx, 'author', author.id);
}
