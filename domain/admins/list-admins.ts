import { listAdminRows } from '#db/queries/admins.ts';
import { requireActor, type Role } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { can, canManageRole } from '#domain/permissions.ts';

export const adminsPerPage = 25;

export type AdminListItem = {
  id: string;
  email: string | null;
  /** Display name, else username. */
  name: string | null;
  role: Role;
  createdAt: Date;
  isSelf: boolean;
  /** Whether the reader may change or remove this person. */
  mayChange: boolean;
};

export type AdminList = {
  items: AdminListItem[];
  found: number;
  total: number;
  page: number;
  pages: number;
  mayManage: boolean;
};

/** A page of the administrators; editors may read it too. A page beyond the last shows the first. */
export async function listAdmins(
  ctx: DomainContext,
  query: { search: string; page: number },
): Promise<AdminList> {
  const actor = requireActor(ctx);
  const search = withoutControls(query.search).trim().slice(0, 200);
  const page = Number.isSafeInteger(query.page) && query.page > 0 ? Math.min(query.page, 1_000_000) : 1;
  const { rows, found, total } = await listAdminRows(ctx.db, search, {
    limit: adminsPerPage,
    offset: (page - 1) * adminsPerPage,
  });
  if (rows.length === 0 && page > 1) return listAdmins(ctx, { search, page: 1 });
  return {
    items: rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: row.display_name ?? row.username,
      role: row.role,
      createdAt: row.created_at,
      isSelf: row.user_id === actor.userId,
      mayChange: row.user_id !== actor.userId && canManageRole(actor, row.role),
    })),
    found,
    total,
    page,
    pages: Math.max(1, Math.ceil(found / adminsPerPage)),
    mayManage: can(actor, 'manage-admins'),
  };
}
