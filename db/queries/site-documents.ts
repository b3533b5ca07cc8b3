import { sql, type Selectable, type Updateable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { SiteSaveKind, Tables } from '#db/tables.ts';

export type SiteDocumentRow = Selectable<Tables['site_documents']>;

/** What visitors see of a document: what was scheduled, once its time has come by the clock of the database. */
const live = sql<
  Record<string, unknown>
>`case when d.publish_at <= clock_timestamp() then d.scheduled else d.published end`;

export type LiveWords = {
  documents: { name: string; words: Record<string, unknown> }[];
  /** Until a scheduled document takes its place; null when none waits. */
  millisecondsUntilDue: number | null;
};

/** The public words of all documents that were edited. */
export async function readLiveWords(db: Database): Promise<LiveWords> {
  const rows = await db
    .selectFrom('site_documents as d')
    .select(['d.name', live.as('words')])
    .select(
      sql<number | null>`(extract(epoch from d.publish_at - clock_timestamp()) * 1000)::float8`.as('due'),
    )
    .execute();
  const waiting = rows.flatMap(({ due }) => (due !== null && due > 0 ? [due] : []));
  return {
    documents: rows.map(({ name, words }) => ({ name, words })),
    millisecondsUntilDue: waiting.length === 0 ? null : Math.min(...waiting),
  };
}

/** The public words of one document; undefined when it was never edited. */
export async function readLiveDocument(
  db: Database,
  name: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await db
    .selectFrom('site_documents as d')
    .select(live.as('words'))
    .where('d.name', '=', name)
    .executeTakeFirst();
  return row?.words;
}

export type EditedDocumentRow = SiteDocumentRow & {
  saved_by_name: string | null;
  /** The time of what was scheduled has come. */
  is_due: boolean;
};

/** A document with everything that its form needs. */
export function findSiteDocument(db: Database, name: string): Promise<EditedDocumentRow | undefined> {
  return editedDocuments(db).where('d.name', '=', name).executeTakeFirst();
}

/** All documents that were edited. */
export function listSiteDocuments(db: Database): Promise<EditedDocumentRow[]> {
  return editedDocuments(db).execute();
}

function editedDocuments(db: Database) {
  return db
    .selectFrom('site_documents as d')
    .leftJoin('users as u', 'u.id', 'd.saved_by')
    .leftJoin('profiles as a', 'a.user_id', 'd.saved_by')
    .selectAll('d')
    .select(sql<string | null>`coalesce(a.display_name, a.username, u.email)`.as('saved_by_name'))
    .select(sql<boolean>`coalesce(d.publish_at <= clock_timestamp(), false)`.as('is_due'));
}

/** Makes sure that a document has a row, and locks it until the transaction ends. */
export async function lockSiteDocument(
  trx: Database,
  name: string,
): Promise<SiteDocumentRow & { is_due: boolean }> {
  await trx
    .insertInto('site_documents')
    .values({ name, save_kind: 'save', version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('site_documents as d')
    .selectAll()
    .select(sql<boolean>`coalesce(d.publish_at <= clock_timestamp(), false)`.as('is_due'))
    .where('d.name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export type SiteDocumentState = Pick<
  Updateable<Tables['site_documents']>,
  'published' | 'draft' | 'scheduled' | 'publish_at'
>;

/** Writes a new version of a locked document. @returns its number and time */
export function updateSiteDocument(
  trx: Database,
  name: string,
  state: SiteDocumentState,
  save: { by: string | null; kind: SiteSaveKind; key: string | null },
): Promise<{ version: number; saved_at: Date }> {
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
    .returning(['version', 'saved_at'])
    .executeTakeFirstOrThrow();
}
