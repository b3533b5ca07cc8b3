import { listInvitationRows } from '#db/queries/invitations.ts';
import { requirePermission, type Role } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';

export type InvitationItem = { id: string; email: string; role: Role; expiresAt: Date };

/** The invitations that have not been accepted yet, at most 100. @throws forbidden. */
export async function listInvitations(ctx: DomainContext): Promise<InvitationItem[]> {
  requirePermission(ctx, 'manage-admins');
  const rows = await listInvitationRows(ctx.db, 100);
  return rows.map(({ id, email, role, expires_at }) => ({ id, email, role, expiresAt: expires_at }));
}
