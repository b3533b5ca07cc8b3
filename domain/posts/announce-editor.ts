import { noteEditor } from '#db/queries/form-editors.ts';
import { readerOf, requirePermission, type Core } from '#domain/core/context.ts';
import { isId } from '#domain/fields/fields.ts';
import { presence } from './presence.ts';

/**
 * Notes that the actor has the form of a post open, for `presence.goneSeconds`.
 * @returns the names of the other users who have it open, in order, at most 20; none for a post that does not exist
 *   or that the actor may not read
 */
export async function announceEditor(ctx: Core, postId: string): Promise<string[]> {
  const actor = requirePermission(ctx, 'write-drafts');
  if (!isId(postId)) return [];
  const { goneSeconds: seconds, names: limit } = presence;
  return noteEditor(ctx.db, postId, { userId: actor.userId, readerId: readerOf(actor), seconds, limit });
}
