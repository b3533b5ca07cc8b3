import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { requireDocumentName } from './site-document.ts';
import { parseSentDocument, writeSiteDocument, type WrittenDocument } from './write-site-document.ts';

/**
 * Stores what was typed into a document. Visitors do not see it.
 * @param input JSON of the `values`, and the `version` that they were loaded at
 * @throws not-found, invalid with a message for each wrong field, or conflict when another user saved since that version
 */
export async function saveSiteDraft(
  ctx: DomainContext,
  name: string,
  input: unknown,
  kind: 'save' | 'autosave',
): Promise<WrittenDocument> {
  requirePermission(ctx, 'manage-site');
  const known = requireDocumentName(name);
  const { values, version, saveKey } = parseSentDocument(known, input);
  return writeSiteDocument(ctx, known, (before) => ({ ...before, draft: values }), {
    kind,
    version,
    key: saveKey,
    action: null,
  });
}
