import type { Database } from '#db/client.ts';
import { findInvitationRow, type OpenInvitationRow } from '#db/queries/invitations.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import { canManageRole } from '#domain/permissions.ts';

/**
 * The open invitation of a link; null when it is used, withdrawn, expired or unknown, or its inviter may no longer
 * invite.
 */
export async function findInvitation(
  ctx: { db: Database },
  token: string,
): Promise<OpenInvitationRow | null> {
  const row = await findInvitationRow(ctx.db, hashToken(token));
  if (!row) return null;
  const isFromCommandLine = row.invited_by === null;
  const mayInvite = row.inviter_role !== null && canManageRole({ role: row.inviter_role }, row.role);
  return isFromCommandLine || mayInvite ? row : null;
}
