import { listAdminRows, listCandidateRows } from '#db/queries/admins.ts';
import { listTokensOfUsers } from '#db/queries/tokens.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';
import { can, canManageRole } from '#domain/core/permissions.ts';

const adminsPerPage = 25;

/** A page of the administrators, for super admins with their tokens. A page past the end is the last one. */
export async function listAdmins(ctx: Core, query: { search: string; page: number }) {
  const actor = requirePermission(ctx, 'view-admins');
  const search = searchedText(query.search);
  const { rows, ...counts } = await readPage(query.page, adminsPerPage, (window) =>
    listAdminRows(ctx.db, search, window),
  );
  const owners = can(actor, 'manage-super-admins') ? rows.map((row) => row.userId) : [];
  return {
    tokens: await listTokensOfUsers(ctx.db, owners),
    items: rows.map(({ userId, ...row }) => ({
      ...row,
      isSelf: userId === actor.userId,
      mayChange: userId !== actor.userId && canManageRole(actor, row.role),
    })),
    ...counts,
  };
}

/** A longer list is searched instead, by a part of the name. */
const maxShown = 50;

export type Candidate = { userId: string; email: string; name: string | null; isConfirmed: boolean };

/** Users without a role, to choose from. */
export async function listCandidates(
  ctx: Core,
  search: string,
): Promise<{ candidates: Candidate[]; hasMore: boolean }> {
  requirePermission(ctx, 'manage-admins');
  const rows = await listCandidateRows(ctx.db, searchedText(search), maxShown + 1);
  return { candidates: rows.slice(0, maxShown), hasMore: rows.length > maxShown };
}
