import { countUnreadMessages } from '#db/queries/inbox.ts';
import { requireActor } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { can } from '#domain/permissions.ts';

/** Number of unread messages; 0 for roles that may not read the inbox. */
export async function countNewMessages(ctx: DomainContext): Promise<number> {
  return can(requireActor(ctx), 'manage-inbox') ? countUnreadMessages(ctx.db) : 0;
}
