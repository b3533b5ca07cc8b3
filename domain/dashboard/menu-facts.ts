import { readMenuRow } from '#db/queries/admin-start.ts';
import { requireActor, type Core } from '#domain/core/context.ts';
import { can } from '#domain/core/permissions.ts';

type MenuFacts = { unread: number; proposals: number };

export const noMenuFacts: MenuFacts = { unread: 0, proposals: 0 };

/** The counts of waiting items for menu and screens, without those that the role may not see. */
export async function readMenuFacts(ctx: Core): Promise<MenuFacts> {
  const actor = requireActor(ctx);
  if (!can(actor, 'edit-content')) return noMenuFacts;
  const { unread, proposals } = await readMenuRow(ctx.db);
  return {
    unread: can(actor, 'manage-inbox') ? unread : 0,
    proposals,
  };
}
