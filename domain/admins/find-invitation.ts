import type { Database } from '#db/client.ts';
import {
  findInvitationRow,
  findInvitationRowByEmail,
  type OpenInvitationRow,
} from '#db/queries/invitations.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import { canManageRole } from '#domain/permissions.ts';

export const closedInvitation = 'This invitation has been used, withdrawn or has expired. Ask for a new one.';

/**
 * The open invitation of a link; null when it is used, withdrawn, expired or unknown, or its inviter may no longer
 * invite.
 */
export async function findInvitation(
  ctx: { db: Database },
  token: string,
): Promise<OpenInvitationRow | null> {
  return openOrNull(await findInvitationRow(ctx.db, hashToken(token)));
}

/** The open invitation of an address, by the same rules. */
export async function findInvitationOf(
  ctx: { db: Database },
  email: string,
): Promise<OpenInvitationRow | null> {
  return openOrNull(await findInvitationRowByEmail(ctx.db, email));
}

function openOrNull(row: OpenInvitationRow | undefined): OpenInvitationRow | null {
  if (!row) return null;
  const isFromCommandLine = row.invited_by === null;
  const mayInvite = row.inviter_role !== null && canManageRole({ role: row.inviter_role }, row.role);
  return isFromCommandLine || mayInvite ? row : null;
}
