import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { requireDocumentName } from './site-document.ts';
import { parseSentDocument, writeSiteDocument, type WrittenDocument } from './write-site-document.ts';

/**
 * Makes the words of a document public.
 * @param input as for `saveSiteDraft`
 * @throws not-found, invalid, or conflict
 */
export async function publishSiteDocument(
  ctx: DomainContext,
  name: string,
  input: unknown,
): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  const known = requireDocumentName(name);
  const { values, version, saveKey } = parseSentDocument(known, input);
  return writeSiteDocument(ctx, known, () => ({ published: values, draft: null }), {
    kind: 'publish',
    version,
    key: saveKey,
    action: 'site-published',
  });
}
