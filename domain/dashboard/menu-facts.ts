import { readMenuRow } from '#db/queries/admin-start.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { can } from '#domain/permissions.ts';

/** What the menu shows beside its entries: nothing of what the role may not see. */
export async function readMenuFacts(ctx: DomainContext): Promise<{ unread: number; hasRedirects: boolean }> {
  const actor = requireActor(ctx);
  if (!can(actor, 'manage-inbox') && !can(actor, 'manage-redirects'))
    return { unread: 0, hasRedirects: false };
  const { unread, has_redirects } = await readMenuRow(ctx.db);
  return {
    unread: can(actor, 'manage-inbox') ? unread : 0,
    hasRedirects: can(actor, 'manage-redirects') && has_redirects,
  };
}
