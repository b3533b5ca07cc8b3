import {
  deleteInvitation,
  findInvitationRow,
  listInvitationRows,
  lockInvitation,
  type OpenInvitationRow,
} from '#db/queries/invitations.ts';
import type { Database } from '#db/client.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission, type Role } from '#domain/auth/actor.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { forbidden, notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { canManageRole, permissions } from '#domain/permissions.ts';

export type InvitationItem = { id: string; email: string; role: Role; expiresAt: Date };

/** The invitations that nobody has accepted yet. */
export async function listInvitations(ctx: DomainContext): Promise<InvitationItem[]> {
  requirePermission(ctx, 'manage-admins');
  const rows = await listInvitationRows(ctx.db, 100);
  return rows.map(({ id, email, role, expires_at }) => ({ id, email, role, expiresAt: expires_at }));
}

/** @throws forbidden for an invitation to a role above the actor's own, not-found. */
export async function withdrawInvitation(ctx: DomainContext, id: string): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  if (!isId(id)) throw notFound('This invitation is no longer open.');
  await inTransaction(ctx, async ({ db: trx }) => {
    const invitation = await lockInvitation(trx, id);
    if (!invitation) throw notFound('This invitation is no longer open.');
    if (!canManageRole(actor, invitation.role)) throw forbidden(permissions['manage-super-admins'].denial);
    await deleteInvitation(trx, id);
    await recordActivity(trx, ctx, {
      action: 'invitation-withdrawn',
      subject: { id: null, label: invitation.email },
      before: { role: invitation.role },
    });
  });
}

/** Whom a link invites; null when it is used, withdrawn, expired or unknown, or its inviter may no longer invite. */
export async function findInvitation(
  ctx: { db: Database },
  token: string,
): Promise<OpenInvitationRow | null> {
  const row = await findInvitationRow(ctx.db, hashToken(token));
  if (!row) return null;
  const isOfMachine = row.invited_by === null;
  const mayInvite = row.inviter_role !== null && canManageRole({ role: row.inviter_role }, row.role);
  return isOfMachine || mayInvite ? row : null;
}
