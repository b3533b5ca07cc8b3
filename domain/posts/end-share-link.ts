import { deleteShareLink } from '#db/queries/share-links.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId } from '#domain/text/fields.ts';

/** Deletes a link, so that it shows nothing from now on. No error when it was deleted before. */
export async function endShareLink(ctx: DomainContext, postId: string, id: string): Promise<void> {
  requirePermission(ctx, 'edit-content');
  if (isId(postId) && isId(id)) await deleteShareLink(ctx.db, postId, id);
}
