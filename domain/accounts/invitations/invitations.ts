import type { Database } from '#db/client.ts';
import {
  deleteInvitation,
  findInvitationRow,
  listInvitationRows,
  lockInvitation,
  type OpenInvitationRow,
} from '#db/queries/invitations.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { forbidden, notFound } from '#domain/core/errors.ts';
import { canManageRole, permissions } from '#domain/core/permissions.ts';
import { isId } from '#domain/fields/fields.ts';
import { hashToken } from '#domain/core/secrets.ts';

export const closedInvitation = 'This invitation has been used, withdrawn or has expired. Ask for a new one.';

/**
 * The open invitation of a link or an address; null when it is used, withdrawn, expired or unknown, or its inviter may no
 * longer invite.
 */
export async function findInvitation(
  ctx: { db: Database },
  by: { token: string } | { email: string },
): Promise<OpenInvitationRow | null> {
  const row = await findInvitationRow(ctx.db, 'email' in by ? by : { tokenHash: hashToken(by.token) });
  if (!row) return null;
  const isFromCommandLine = row.invited_by === null;
  const mayInvite = row.inviter_role !== null && canManageRole({ role: row.inviter_role }, row.role);
  return isFromCommandLine || mayInvite ? row : null;
}

/** The invitations that have not been accepted yet, at most 100. @throws forbidden. */
export async function listInvitations(ctx: Core) {
  requirePermission(ctx, 'manage-admins');
  return listInvitationRows(ctx.db, 100);
}

const notOpen = () => notFound('This invitation is no longer open.');

/** @throws forbidden for an invitation to a role above the actor's own, not-found. */
export async function withdrawInvitation(ctx: Core, id: string): Promise<void> {
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
