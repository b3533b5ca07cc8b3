import {
  type EditedDocumentRow,
  findSiteDocument,
  listSiteDocuments as listRows,
} from '#db/queries/site-documents.ts';
import { notFound } from '#domain/errors.ts';
import { valuesFrom } from './document-values.ts';
import { type DocumentName, documentNames, type DocumentValues, isDocumentName } from './site-words.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';

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

/** A document of the site's words, for its form. @throws not-found */
export async function getSiteDocument(ctx: DomainContext, name: string): Promise<SiteDocument> {
  requirePermission(ctx, 'view-site');
  const known = requireDocumentName(name);
  return presentDocument(known, await findSiteDocument(ctx.db, known));
}

/** All documents of the site's words, in the order of their table. */
export async function listSiteDocuments(ctx: DomainContext): Promise<SiteDocument[]> {
  requirePermission(ctx, 'view-site');
  const rows = new Map((await listRows(ctx.db)).map((row) => [row.name, row]));
  return documentNames.map((name) => presentDocument(name, rows.get(name)));
}
