import { updateMessageRead } from '#db/queries/inbox.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { requirePermission } from '#domain/actor.ts';

/** Marks a message as read for all administrators. @throws forbidden, not-found. */
export async function markMessageRead(ctx: DomainContext, id: string, isRead: boolean): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  if (!isId(id) || !(await updateMessageRead(ctx.db, id, isRead))) throw notFound('Message not found.');
}
