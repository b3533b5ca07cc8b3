import type { EditedDocumentRow } from '#db/queries/site-documents.ts';
import { notFound } from '#domain/errors.ts';
import { valuesFrom } from './document-values.ts';
import { isDocumentName, type DocumentName, type DocumentValues } from './site-words.ts';

/** A document as its form needs it. */
export type SiteDocument = {
  name: DocumentName;
  /** What is being edited: the draft, else what visitors see. */
  values: DocumentValues;
  version: number;
  hasDraft: boolean;
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

/** A document from its row; without one nothing of it was ever edited. */
export function presentDocument(name: DocumentName, row: EditedDocumentRow | undefined): SiteDocument {
  return {
    name,
    values: valuesFrom(name, row?.draft ?? row?.published ?? {}),
    version: row?.version ?? 1,
    hasDraft: (row?.draft ?? null) !== null,
    saveKey: row?.save_key ?? '',
    savedBy: row?.saved_by_name ?? null,
    savedById: row?.saved_by ?? null,
    savedAt: row?.saved_at ?? null,
  };
}
