import type { EditedDocumentRow, SiteDocumentRow } from '#db/queries/site-documents.ts';
import { notFound } from '#domain/errors.ts';
import { valuesFrom } from './document-values.ts';
import { isDocumentName, type DocumentName, type DocumentValues } from './site-words.ts';

/** A document as its form needs it. */
export type SiteDocument = {
  name: DocumentName;
  /** What is being edited: the draft, else what is scheduled, else what visitors see. */
  values: DocumentValues;
  /** What visitors see. */
  live: DocumentValues;
  version: number;
  hasDraft: boolean;
  /** When scheduled words take their place; null for none. */
  publishAt: Date | null;
  /** The key of the last save; '' before the first. */
  saveKey: string;
  savedBy: string | null;
  savedById: string | null;
  savedAt: Date | null;
};

/** @throws not-found */
export function requireDocumentName(name: string): DocumentName {
  if (!isDocumentName(name)) throw notFound('The site has no such page.');
  return name;
}

type State = Pick<SiteDocumentRow, 'published' | 'draft' | 'scheduled' | 'publish_at'> & { is_due: boolean };

/** The state of a document at this moment: what was scheduled and has come due is published. Pure. */
export function presentState({ published, draft, scheduled, publish_at, is_due }: State): {
  published: Record<string, unknown>;
  draft: Record<string, unknown> | null;
  scheduled: Record<string, unknown> | null;
  publishAt: Date | null;
} {
  return is_due && scheduled !== null
    ? { published: scheduled, draft, scheduled: null, publishAt: null }
    : { published, draft, scheduled, publishAt: publish_at };
}

/** A document from its row; without one nothing of it was ever edited. */
export function presentDocument(name: DocumentName, row: EditedDocumentRow | undefined): SiteDocument {
  if (!row) {
    const values = valuesFrom(name, {});
    const never = { saveKey: '', savedBy: null, savedById: null, savedAt: null };
    return { name, values, live: values, version: 1, hasDraft: false, publishAt: null, ...never };
  }
  const { published, draft, scheduled, publishAt } = presentState(row);
  return {
    name,
    values: valuesFrom(name, draft ?? scheduled ?? published),
    live: valuesFrom(name, published),
    version: row.version,
    hasDraft: draft !== null,
    publishAt,
    saveKey: row.save_key,
    savedBy: row.saved_by_name,
    savedById: row.saved_by,
    savedAt: row.saved_at,
  };
}
