import { listSiteDocuments as listRows } from '#db/queries/site-documents.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { presentDocument, type SiteDocument } from './site-document.ts';
import { documentNames } from './site-words.ts';

/** All documents of the site's words, in the order of their table. */
export async function listSiteDocuments(ctx: DomainContext): Promise<SiteDocument[]> {
  requirePermission(ctx, 'view-site');
  const rows = new Map((await listRows(ctx.db)).map((row) => [row.name, row]));
  return documentNames.map((name) => presentDocument(name, rows.get(name)));
}
