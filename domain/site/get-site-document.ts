import { findSiteDocument } from '#db/queries/site-documents.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { presentDocument, requireDocumentName, type SiteDocument } from './site-document.ts';

/** A document of the site's words, for its form. @throws not-found */
export async function getSiteDocument(ctx: DomainContext, name: string): Promise<SiteDocument> {
  requirePermission(ctx, 'view-site');
  const known = requireDocumentName(name);
  return presentDocument(known, await findSiteDocument(ctx.db, known));
}
