import { deleteSiteShareLink } from '#db/queries/site-share-links.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId } from '#domain/text/fields.ts';
import { requireDocumentName } from './site-document.ts';

/** Ends a link of a document. One that has ended already is no error. @throws not-found */
export async function endSiteShareLink(ctx: DomainContext, name: string, id: string): Promise<void> {
  requirePermission(ctx, 'manage-site');
  const document = requireDocumentName(name);
  if (isId(id)) await deleteSiteShareLink(ctx.db, document, id);
}
