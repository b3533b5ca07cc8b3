import { noteEditor } from '#db/queries/form-editors.ts';
import { requirePermission } from '#domain/actor.ts';
import type { Core } from '#domain/context.ts';
import { isId } from '#domain/fields/fields.ts';
import { presence } from './presence.ts';

/**
 * Notes that the actor has the form of a post open, for `presence.goneSeconds`.
 * @returns the names of the other users who have it open, in order, at most 20; none for a post that does not exist
 */
export async function announceEditor(ctx: Core, postId: string): Promise<string[]> {
  const { userId } = requirePermission(ctx, 'write-drafts');
  if (!isId(postId)) return [];
  return noteEditor(ctx.db, postId, { userId, seconds: presence.goneSeconds, limit: presence.names });
}
