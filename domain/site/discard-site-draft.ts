import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { requireDocumentName } from './site-document.ts';
import { writeSiteDocument, type WrittenDocument } from './write-site-document.ts';

/** Discards the draft of a document, which stays as a revision. @throws not-found */
export async function discardSiteDraft(ctx: DomainContext, name: string): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  return writeSiteDocument(ctx, requireDocumentName(name), ({ published }) => ({ published, draft: null }), {
    kind: 'discard',
    version: null,
    key: null,
    action: null,
  });
}
