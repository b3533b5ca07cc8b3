import { listCandidateRows } from '#db/queries/admins.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { requirePermission } from '#domain/actor.ts';

/** A longer list is searched instead, by a part of the name. */
const maxShown = 50;

export type Candidate = { userId: string; email: string; name: string | null; isConfirmed: boolean };

/** Users without a role, to choose from. */
export async function listCandidates(
  ctx: DomainContext,
  search: string,
): Promise<{ candidates: Candidate[]; hasMore: boolean }> {
  requirePermission(ctx, 'manage-admins');
  const rows = await listCandidateRows(ctx.db, withoutControls(search).trim().slice(0, 200), maxShown + 1);
  return {
    candidates: rows.slice(0, maxShown).map((row) => ({
      userId: row.user_id,
      email: row.email,
      name: row.display_name ?? row.username,
      isConfirmed: row.email_verified,
    })),
    hasMore: rows.length > maxShown,
  };
}
