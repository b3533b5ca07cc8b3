import { listCandidateRows } from '#db/queries/admins.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { requirePermission } from '#domain/actor.ts';

/** More would be no choice any more: whoever looks for somebody types a part of the name. */
const most = 50;

export type Candidate = { userId: string; email: string; name: string | null; isConfirmed: boolean };

/** Users who are no administrators yet, to pick one from. */
export async function listCandidates(
  ctx: DomainContext,
  search: string,
): Promise<{ candidates: Candidate[]; hasMore: boolean }> {
  requirePermission(ctx, 'manage-admins');
  const rows = await listCandidateRows(ctx.db, withoutControls(search).trim().slice(0, 200), most + 1);
  return {
    candidates: rows.slice(0, most).map((row) => ({
      userId: row.user_id,
      email: row.email,
      name: row.display_name ?? row.username,
      isConfirmed: row.email_verified,
    })),
    hasMore: rows.length > most,
  };
}
