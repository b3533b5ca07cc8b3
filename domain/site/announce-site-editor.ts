import { noteEditor } from '#db/queries/form-editors.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { presence } from '#domain/posts/presence.ts';
import { requireDocumentName } from './site-document.ts';

/**
 * Notes that the actor has the form of a document open, for `presence.goneSeconds`.
 * @returns the names of the other users who have it open, in order, at most 20
 * @throws not-found
 */
export async function announceSiteEditor(ctx: DomainContext, name: string): Promise<string[]> {
  const { userId } = requirePermission(ctx, 'manage-site');
  const document = requireDocumentName(name);
  return noteEditor(ctx.db, { document }, { userId, seconds: presence.goneSeconds, limit: presence.names });
}
