import { sql, type Updateable } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind, Tables } from '#db/tables.ts';
import { allRows, isFound } from './outcome.ts';

type ImportSystem = NonNullable<Tables['imports']['system']>;
type ImportRecordKind = Tables['import_records']['kind'];

/** The import of a source: the one that was begun before, else a new one. */
export async function beginImport(
  db: Database,
  found: { source_key: string; system: ImportSystem; name: string; started_by: string },
): Promise<{ id: string }> {
  return db
    .insertInto('imports')
    .values({ ...found, state: 'importing' })
    .onConflict((conflict) =>
      conflict
        .column('source_key')
        .doUpdateSet({ state: 'importing', problem: null, changed_at: sql<Date>`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** A file that was uploaded, under the id that its file has. */
export async function insertUploadedImport(
  db: Database,
  upload: { id: string; name: string; started_by: string },
): Promise<void> {
  await db
    .insertInto('imports')
    .values({ ...upload, state: 'checking' })
    .execute();
}

/** Notes what an uploaded file is an export of. The same file that was uploaded before takes the place of this one. */
export async function claimSource(
  trx: Database,
  id: string,
  source: { source_key: string; system: ImportSystem },
): Promise<string> {
  const earlier = await trx
    .selectFrom('imports')
    .select('id')
    .where('source_key', '=', source.source_key)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (!earlier) {
    await trx.updateTable('imports').set(source).where('id', '=', id).execute();
    return id;
  }
  await trx.deleteFrom('imports').where('id', '=', id).execute();
  await updateImport(trx, earlier.id, { state: 'checking', problem: null });
  return earlier.id;
}

type ImportChange = Pick<Updateable<Tables['imports']>, 'state' | 'done' | 'total' | 'report' | 'problem'>;

export async function updateImport(db: Database, id: string, change: ImportChange): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...change, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Begins a step of an import, unless one is going on.
 * @param quietFor milliseconds after which a step that says nothing was cut off
 */
export function startImportStep(
  db: Database,
  id: string,
  state: 'checking' | 'importing',
  quietFor: number,
): Promise<boolean> {
  return isFound(
    db
      .updateTable('imports')
      .set({ state, problem: null, done: 0, step_began_at: sql<Date>`now()`, changed_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where(({ or, eb }) =>
        or([
          eb('state', 'not in', ['checking', 'importing']),
          sql<boolean>`abs(extract(epoch from now() - changed_at)) * 1000 > ${quietFor}`,
        ]),
      )
      .returning('id'),
  );
}

const importColumns = [
  'id',
  'system',
  'name',
  'started_at',
  'state',
  'done',
  'total',
  'step_began_at',
  'changed_at',
  'problem',
] as const;

/** Newest first, without their reports. */
export function listImports(db: Database, limit: number) {
  return db
    .selectFrom('imports')
    .select(importColumns)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** An import with some rows of its report, without any of it while a step is under way. */
export function findImportWithRows(db: Database, id: string, window: { limit: number; offset: number }) {
  const report = sql`case when state in ('checking', 'importing') then null else report end`;
  const range = JSON.stringify({ from: window.offset, to: window.offset + window.limit - 1 });
  return db
    .selectFrom(
      db.selectFrom('imports').select(importColumns).select(report.as('told')).where('id', '=', id).as('i'),
    )
    .select(importColumns)
    .select([
      sql<unknown>`told->'totals'`.as('totals'),
      sql<unknown>`told->'authors'`.as('authors'),
      sql<unknown>`told->'site'`.as('site'),
      sql<number>`coalesce(jsonb_array_length(told->'rows'), 0)`.as('found'),
      sql<unknown>`jsonb_path_query_array(told, '$.rows[$from to $to]', ${range}::jsonb)`.as('rows'),
      sql<number>`(
        select count(*) from jsonb_array_elements(told->'redirects') r where r->>'problem' = '')`.as(
        'redirects',
      ),
    ])
    .executeTakeFirst();
}

export async function findImportReport(db: Database, id: string) {
  const row = await db.selectFrom('imports').select('report').where('id', '=', id).executeTakeFirst();
  return row?.report;
}

/** Deletes an import of which nothing was taken. */
export function deleteUntakenImport(db: Database, id: string): Promise<boolean> {
  return isFound(
    db
      .deleteFrom('imports')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('import_items').select('key').whereRef('import_id', '=', 'imports.id'))),
      )
      .returning('id'),
  );
}

/** The texts of an import that are there still, by their keys, with what was said of them. */
export function listImportItems(db: Database, importId: string) {
  return db
    .selectFrom('import_items as i')
    .innerJoin('blog_posts as p', 'p.id', 'i.post_id')
    .select(['i.key', 'i.report', 'p.id', 'p.version'])
    .select(
      sql<boolean>`p.version = i.version and jsonb_array_length(i.report->'missing') > 0`.as('can_retry'),
    )
    .where('i.import_id', '=', importId)
    .execute();
}

export async function updateImportItem(
  trx: Database,
  key: string,
  change: { version: number; report: string },
): Promise<void> {
  await trx.updateTable('import_items').set(change).where('key', '=', key).execute();
}

/** The outcome of items that were imported before, and posts that have their keys. */
export function findImported(db: Database, keys: readonly string[]) {
  return allRows<{ key: string; kind: PostKind | null; slug: string | null }>(db)`
    select k.key, p.kind, p.slug
    from unnest(${[...keys]}::uuid[]) as k (key)
    left join import_items i on i.key = k.key
    left join blog_posts p on p.id = i.post_id or p.creation_key = k.key
    where i.key is not null or p.id is not null`;
}

/** A second run at the same time changes nothing. */
export async function insertImportItem(
  trx: Database,
  item: { key: string; import_id: string; post_id: string; version: number; report: string },
): Promise<void> {
  await trx
    .insertInto('import_items')
    .values(item)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes what an import made; what was noted before stays. */
export async function insertImportRecords(
  db: Database,
  importId: string,
  kind: ImportRecordKind,
  records: readonly { id: string; address?: string }[],
): Promise<void> {
  if (records.length === 0) return;
  await db
    .insertInto('import_records')
    .values(
      records.map(({ id, address }) => ({
        import_id: importId,
        kind,
        record_id: id,
        address: address?.slice(0, 2_000) ?? null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The images that an import has stored and that are there still, by the address that they had. */
export function listImportedImages(db: Database, importId: string) {
  return db
    .selectFrom('import_records as r')
    .innerJoin('images as i', 'i.id', 'r.record_id')
    .select(['r.address', 'i.folder', 'i.name'])
    .where('r.import_id', '=', importId)
    .where('r.kind', '=', 'image')
    .where('i.state', '=', 'stored')
    .execute();
}

/** Every id and slug that a text has. */
export function listTakenNames(db: Database): Promise<{ id: string; kind: PostKind; slug: string }[]> {
  return db.selectFrom('blog_posts').select(['id', 'kind', 'slug']).execute();
}

/** The account of an administrator with this email address. */
export function findAdminByEmail(db: Database, email: string): Promise<{ user_id: string } | undefined> {
  return db
    .selectFrom('users as u')
    .innerJoin('admin_users as a', 'a.user_id', 'u.id')
    .select('a.user_id')
    .where(({ fn, eb }) => eb(fn<string>('lower', ['u.email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

/** The administrator who has been one for the longest, of those with a role that may do everything. */
export function findFirstAdmin(db: Database) {
  return db
    .selectFrom('admin_users as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.user_id', 'a.role', 'u.email'])
    .where('a.role', 'in', ['admin', 'super_admin'])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .executeTakeFirst();
}

/** Ends a step of an import that no process works on: none goes on with it. */
export async function dropImportStep(trx: Database, id: string): Promise<void> {
  await trx.deleteFrom('jobs').where('task', '=', 'import').where('key', '=', id).execute();
}

export function findImport(db: Database, id: string) {
  return db
    .selectFrom('imports')
    .select(['system', 'name', 'started_at', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Some posts of an import that are there still, by id, after a given one; locked until the transaction ends. */
export async function lockImportedPosts(
  trx: Database,
  importId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await allRows<{ id: string }>(trx, 'writes')`
    select p.id from import_items i join blog_posts p on p.id = i.post_id
    where i.import_id = ${importId} and p.id > ${after} order by p.id limit ${limit} for update of p`;
  return rows.map(({ id }) => id);
}

/** `imported_at`: the path of its first address here. */
type ImportedPost = {
  id: string;
  title: string;
  slug: string;
  kind: PostKind;
  imported_at: string;
  is_edited: boolean;
};

/** These posts of an import. One with pending changes counts as edited. */
export function listImportedPosts(trx: Database, importId: string, ids: readonly string[]) {
  return allRows<ImportedPost>(trx)`
    select p.id, p.title, p.slug, p.kind, coalesce(i.report ->> 'newAddress', '') as imported_at,
      p.version <> i.version or exists (select from blog_post_pending_changes c where c.post_id = p.id) as is_edited
    from import_items i join blog_posts p on p.id = i.post_id
    where i.import_id = ${importId} and p.id = any(${ids}::uuid[])`;
}

/** The documents of the site's words that an import wrote and that no one saved since: its id is the key of their save. */
export async function listImportedDocuments(trx: Database, importId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('site_documents')
    .select('name')
    .where('save_key', '=', importId)
    .execute();
  return rows.map(({ name }) => name);
}

/** The addresses of terms. */
const termAddresses = sql`'{/blog/category/%,/blog/tag/%,/authors/%}'::text[]`;

/**
 * Deletes an import with its words of the site and its redirects, but those to posts and terms that stay, and with its terms
 * that no post has.
 * @param kept the paths of the posts that stay, earlier ones too
 */
export async function deleteImport(trx: Database, id: string, kept: readonly string[]): Promise<void> {
  const made = (kind: ImportRecordKind) =>
    sql`(select record_id from import_records where import_id = ${id} and kind = ${kind})`;
  await sql`delete from redirect_rules where id in ${made('redirect')} and (target is null or target <> all(${[...kept]}::text[])
    and target not like all(${termAddresses}))`.execute(trx);
  await sql`delete from blog_categories t where t.id in ${made('category')}
    and not exists (select from blog_posts p where p.category_id = t.id)`.execute(trx);
  await sql`delete from blog_tags t where t.id in ${made('tag')}
    and not exists (select from blog_post_tags p where p.tag_id = t.id)`.execute(trx);
  await sql`delete from authors t where t.id in ${made('author')} and t.user_id is null
    and not exists (select from blog_posts p where p.public_author_id = t.id)`.execute(trx);
  await sql`delete from redirect_rules r where r.id in ${made('redirect')}
    and r.target like any(${termAddresses})
    and not exists (select from blog_categories t where r.target = '/blog/category/' || t.slug)
    and not exists (select from blog_tags t where r.target = '/blog/tag/' || t.slug)
    and not exists (select from authors t where r.target = '/authors/' || t.slug)`.execute(trx);
  await trx.deleteFrom('site_documents').where('save_key', '=', id).execute();
  await trx.deleteFrom('imports').where('id', '=', id).execute();
}
