import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { requireDocumentName } from './site-document.ts';
import { writeSiteDocument, type WrittenDocument } from './write-site-document.ts';

/** Discards what is not public of a document: its draft, and what was scheduled. Both stay as revisions. @throws not-found */
export async function discardSiteDraft(ctx: DomainContext, name: string): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  return writeSiteDocument(
    ctx,
    requireDocumentName(name),
    ({ published }) => ({ published, draft: null, scheduled: null }),
    { kind: 'discard', version: null, key: null, action: null },
  );
}
