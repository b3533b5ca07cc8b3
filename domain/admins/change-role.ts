import { z } from 'zod';

import { updateAdminRole } from '#db/queries/admins.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requirePermission, roles } from '#domain/actor.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { findEditableAdmin } from './find-editable-admin.ts';

const changeRoleInput = z.object({ id: z.string(), role: z.enum(roles, 'Please select a role.') });

/**
 * Gives an administrator another role. It takes effect with their next request.
 * @throws not-found, forbidden, invalid input.
 */
export async function changeRole(ctx: DomainContext, input: unknown): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  requireFreshProof(ctx);
  const { id, role } = parseInput(changeRoleInput, input);
  const changed = await inTransaction(ctx, async ({ db: trx }) => {
    const target = await findEditableAdmin(trx, actor, id, role);
    if (target.role === role) return null;
    await updateAdminRole(trx, id, role);
    await recordActivity(trx, ctx, {
      action: 'role-changed',
      subject: { id: target.user_id, label: target.email },
      before: { role: target.role },
      after: { role },
    });
    return { subjectId: target.user_id, fromRole: target.role, toRole: role };
  });
  if (changed) reportSecurityEvent(ctx, 'role-changed', changed);
}
