import {
  type EditedDocumentRow,
  findSiteDocument,
  listSiteDocuments as listRows,
} from '#db/queries/site-documents.ts';
import type { Database } from '#db/client.ts';
import { notFound } from '#domain/core/errors.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { valuesFrom } from './document-values.ts';
import { siteDocuments } from './site-documents.ts';
import { type DocumentName, documentNames } from './site-words.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';

/** @throws not-found */
export function requireDocumentName(name: string): DocumentName {
  if (!isKeyOf(siteDocuments, name)) throw notFound('The site has no such page.');
  return name;
}

/** Documents without invented people, places or promises. */
const withoutExamples: readonly DocumentName[] = ['navigation', 'brand'];

export function isExample(name: DocumentName, row: { is_confirmed: boolean } | undefined): boolean {
  return !(row?.is_confirmed ?? false) && !withoutExamples.includes(name);
}

/** The labels of the documents of which visitors see example text. */
export async function listExampleText(db: Database): Promise<string[]> {
  return examplesBeside(
    (await listRows(db)).flatMap(({ name, is_confirmed }) => (is_confirmed ? [name] : [])),
  );
}

/** The same, from the names of the documents that were edited or confirmed. */
export function examplesBeside(confirmed: readonly string[]): string[] {
  return documentNames
    .filter((name) => isExample(name, { is_confirmed: confirmed.includes(name) }))
    .map((name) => siteDocuments[name].label);
}

export type SiteDocument = ReturnType<typeof presentDocument>;

/** A document from its row; without one nothing of it was ever edited. */
export function presentDocument(name: DocumentName, row: EditedDocumentRow | undefined) {
  return {
    name,
    /** The edited values: the draft, else the public ones. */
    values: valuesFrom(name, row?.draft ?? row?.published ?? {}),
    version: row?.version ?? 1,
    hasDraft: (row?.draft ?? null) !== null,
    /** True if visitors see words that the owner has neither edited nor confirmed. */
    isExample: isExample(name, row),
    saveKey: row?.save_key ?? '',
    savedBy: row?.saved_by_name ?? null,
    savedById: row?.saved_by ?? null,
    savedAt: row?.saved_at ?? null,
  };
}

/** A document of the site's words, for its form. @throws not-found */
export async function getSiteDocument(ctx: Core, name: string): Promise<SiteDocument> {
  requirePermission(ctx, 'view-site');
  const known = requireDocumentName(name);
  return presentDocument(known, await findSiteDocument(ctx.db, known));
}

/** All documents of the site's words, in the order of their table. */
export async function listSiteDocuments(ctx: Core): Promise<SiteDocument[]> {
  requirePermission(ctx, 'view-site');
  const rows = new Map((await listRows(ctx.db)).map((row) => [row.name, row]));
  return documentNames.map((name) => presentDocument(name, rows.get(name)));
}
