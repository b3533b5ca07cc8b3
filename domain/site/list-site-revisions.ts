import { listSiteRevisionRows } from '#db/queries/site-revisions.ts';
import type { SiteSaveKind } from '#db/tables.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { valuesFrom } from './document-values.ts';
import { changedFields } from './field-words.ts';
import { requireDocumentName } from './site-document.ts';
import { fieldsOf, type DocumentValues } from './site-words.ts';

export type SiteRevision = {
  id: string;
  /** `default`: what was there before the first edit. */
  kind: SiteSaveKind | 'default';
  savedBy: string | null;
  savedAt: Date;
  values: DocumentValues;
  /** The labels of the fields that differ from the state before; null for the oldest. */
  changes: string | null;
};

/** The earlier states of a document, newest first; at most 50 (`revisionsToPrune`). @throws not-found */
export async function listSiteRevisions(ctx: DomainContext, name: string): Promise<SiteRevision[]> {
  requirePermission(ctx, 'view-site');
  const known = requireDocumentName(name);
  const rows = await listSiteRevisionRows(ctx.db, known);
  const states = rows.map(({ words }) => valuesFrom(known, words));
  const fields = fieldsOf(known);
  return rows.map((row, index) => {
    const values = states[index] ?? {};
    const before = states[index + 1];
    return {
      id: row.id,
      kind: row.version === 1 ? 'default' : row.save_kind,
      savedBy: row.saved_by_name,
      savedAt: row.saved_at,
      values,
      changes: before
        ? changedFields(known, before, values)
            .map((key) => fields.get(key)?.label ?? key)
            .join(', ')
        : null,
    };
  });
}
