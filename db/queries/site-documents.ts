import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { SiteSaveKind } from '#db/tables.ts';
import { hasRow } from './outcome.ts';
import { nameOf } from './profiles.ts';

/** The public words of all documents that were edited: of each the fields that were edited. */
export function readPublishedWords(db: Database) {
  return db.selectFrom('site_documents').select(['name', 'published as words']).execute();
}

/** A document with everything that its form needs. */
export function findSiteDocument(db: Database, name: string) {
  return editedDocuments(db).where('d.name', '=', name).executeTakeFirst();
}

export function listSiteDocuments(db: Database) {
  return editedDocuments(db).execute();
}

export type EditedDocumentRow = Awaited<ReturnType<typeof listSiteDocuments>>[number];

function editedDocuments(db: Database) {
  return db.selectFrom('site_documents as d').selectAll('d').select(nameOf('d.saved_by').as('saved_by_name'));
}

/** Makes sure that a document has a row, and locks it until the transaction ends. */
export async function lockSiteDocument(trx: Database, name: string) {
  await trx
    .insertInto('site_documents')
    .values({ name, save_kind: 'save', version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('site_documents')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Writes a new version of a locked document. @returns its number */
export function updateSiteDocument(
  trx: Database,
  name: string,
  state: { published: string; draft: string | null; is_confirmed: boolean },
  save: { by: string | null; kind: SiteSaveKind; key: string | null },
) {
  return trx
    .updateTable('site_documents')
    .set({
      ...state,
      version: sql<number>`version + 1`,
      saved_by: save.by,
      saved_at: sql<Date>`clock_timestamp()`,
      save_kind: save.kind,
      save_key: save.key ?? sql<string>`gen_random_uuid()`,
    })
    .where('name', '=', name)
    .returning('version')
    .executeTakeFirstOrThrow();
}

/** True if the server has a time zone of this name; a connection with another one would fail. */
export function isKnownZone(db: Database, zone: string) {
  return hasRow(db)`select from pg_timezone_names where lower(name) = lower(${zone})`;
}
