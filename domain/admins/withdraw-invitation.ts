import { deleteInvitation, lockInvitation } from '#db/queries/invitations.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden, notFound } from '#domain/errors.ts';
import { canManageRole, permissions } from '#domain/permissions.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

const notOpen = () => notFound('This invitation is no longer open.');

/** @throws forbidden for an invitation to a role above the actor's own, not-found. */
export async function withdrawInvitation(ctx: DomainContext, id: string): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  if (!isId(id)) throw notOpen();
  await inTransaction(ctx, async ({ db: trx }) => {
    const invitation = await lockInvitation(trx, id);
    if (!invitation) throw notOpen();
    if (!canManageRole(actor, invitation.role)) throw forbidden(permissions['manage-super-admins'].denial);
    await deleteInvitation(trx, id);
    await recordActivity(trx, ctx, {
      action: 'invitation-withdrawn',
      subject: { id: null, label: invitation.email },
      before: { role: invitation.role },
    });
  });
}
