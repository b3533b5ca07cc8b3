import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '#db/client.ts';
import type { ImageRow, Tables } from '#db/tables.ts';
import { runTransaction } from '#db/transaction.ts';
import { mayDelete } from './clock.ts';
import { containing } from './containing.ts';
import { countRows, hasRow, hasWritten, oneRow } from './outcome.ts';
import { isReadableBy } from './visibility.ts';

export type Key = Pick<ImageRow, 'folder' | 'name'>;

/** Inserts an image whose file is being stored: hidden until `settleImage`. */
export function insertArrivingImage(db: Database, image: Insertable<Tables['images']>) {
  return db.insertInto('images').values(image).returning(['id', 'created_at']).executeTakeFirstOrThrow();
}

/** Marks the file as stored: from now on the image can be used. */
export async function settleImage(db: Database, id: string): Promise<void> {
  await db.updateTable('images').set({ state: 'stored' }).where('id', '=', id).execute();
}

export async function deleteImageRow(db: Database, id: string): Promise<void> {
  await db.deleteFrom('images').where('id', '=', id).execute();
}

function storedImage(db: Database, by: Key | { id: string }) {
  const stored = db.selectFrom('images').selectAll().where('state', '=', 'stored');
  return 'id' in by
    ? stored.where('id', '=', by.id)
    : stored.where('folder', '=', by.folder).where('name', '=', by.name);
}

export function findImageRow(db: Database, by: Key | { id: string }): Promise<ImageRow | undefined> {
  return storedImage(db, by).executeTakeFirst();
}

/** The same, locked until the transaction ends: nothing deletes it, or begins or ends to use it, meanwhile. */
export function lockImage(db: Database, by: Key | { id: string }): Promise<ImageRow | undefined> {
  return storedImage(db, by).forUpdate().executeTakeFirst();
}

/** The stored images, oldest first. */
export function listImageKeys(db: Database): Promise<Key[]> {
  return db
    .selectFrom('images')
    .select(['folder', 'name'])
    .where('state', '=', 'stored')
    .orderBy('created_at')
    .execute();
}

/** Which of these images can be shown. */
export function listStoredKeys(db: Database, keys: readonly Key[]): Promise<Key[]> {
  return db
    .selectFrom('images')
    .select(['folder', 'name'])
    .where(({ or, and, eb }) =>
      or(keys.map(({ folder, name }) => and([eb('folder', '=', folder), eb('name', '=', name)]))),
    )
    .where('state', '=', 'stored')
    .execute();
}

export function isInSite(id: RawBuilder<unknown>) {
  return sql<boolean>`(exists (select from site_images where image_id = ${id})
    or exists (select from authors where portrait_id = ${id}))`;
}

/**
 * True if an earlier version of a post shows it, or a proposal.
 * @param id a reference to the column `images.id` of the statement
 */
function isInRevision(id: 'i.id' | 'images.id') {
  return sql<boolean>`(exists (select from revision_images where image_id = ${sql.ref(id)})
    or exists (select from proposal_images where image_id = ${sql.ref(id)}))`;
}

/** Images whose files must be deleted now: dropped ones, and aborted uploads. */
export function listLeavingImages(db: Database, limit: number): Promise<(Key & { id: string })[]> {
  return db
    .selectFrom('images')
    .select(['id', 'folder', 'name'])
    .where(({ or, eb }) =>
      or([
        eb('state', '=', 'leaving'),
        eb('state', '=', 'arriving')
          .and('created_at', '<', sql<Date>`now() - interval '1 hour'`)
          .and(mayDelete()),
      ]),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** Counts images as unused from now on that were unused before: a wrong clock may have said since when. */
export async function restartUnused(db: Database): Promise<void> {
  await sql`update images set unused_since = now() where unused_since is not null`.execute(db);
}

/** Days for which an image that nothing uses is listed as unused, and those after them for which it is deleted. */
type UnusedDays = { listed: number; deleted: number };

function isUnusedFor(days: number) {
  return sql<boolean>`unused_since < now() - make_interval(days => ${days})`;
}

/**
 * Marks images that nothing has used for all these days as leaving. The days of one that an earlier version of a post
 * shows begin when no version shows it any more.
 */
export async function dropUnusedImages(db: Database, { listed, deleted }: UnusedDays): Promise<void> {
  await db
    .updateTable('images')
    .set({ unused_since: sql<Date>`now()` })
    .where(isUnusedFor(listed))
    .where(isInRevision('images.id'))
    .execute();
  await db
    .updateTable('images')
    .set({ state: 'leaving' })
    .where('state', '=', 'stored')
    .where(isUnusedFor(listed + deleted))
    .where(sql<boolean>`not ${isInRevision('images.id')}`)
    .where(mayDelete())
    .execute();
}

/** Lists an image that nothing uses as unused from now on. */
export async function restartUnusedImage(db: Database, id: string): Promise<void> {
  await db
    .updateTable('images')
    .set({ unused_since: sql<Date>`now()` })
    .where('id', '=', id)
    .where('unused_since', 'is not', null)
    .execute();
}

/**
 * Runs `work`, however long it takes, unless another instance is running it. The lock is held on a connection of its own,
 * so that `work` commits each of its steps.
 */
export async function withSweepLock<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  return runTransaction(db, async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    const isFree = await hasRow(trx)`select where pg_try_advisory_xact_lock(7263541012)`;
    return isFree ? work() : null;
  });
}

/** @returns whether there is such an image. */
export function updateImage(
  db: Database,
  id: string,
  changes: Updateable<Pick<Tables['images'], 'alt' | 'caption'>>,
): Promise<boolean> {
  return hasWritten(db.updateTable('images').set(changes).where('id', '=', id).where('state', '=', 'stored'));
}

export type ImageUse = 'content' | 'portraits' | 'logos';
export type ImageFilter = 'all' | 'portraits' | 'logos' | 'unused' | 'no-alt' | 'deleted';

const isPortrait = sql<boolean>`(exists (select from authors where portrait_id = i.id)
  or exists (select from site_images where image_id = i.id and document = 'about'))`;
const isLogo = sql<boolean>`(i.folder = 'logos'
  or exists (select from post_images where image_id = i.id and place = 'logo'))`;
const isInContent = sql<boolean>`exists (select from post_images where image_id = i.id and place <> 'logo')`;
const isFree = sql<boolean>`(i.unused_since is not null and i.folder <> 'logos')`;

const filters: Partial<Record<ImageFilter, RawBuilder<boolean>>> = {
  portraits: isPortrait,
  logos: isLogo,
  unused: sql`i.unused_since is not null`,
  'no-alt': sql`i.alt is null`,
};

/** The images offered for a use: those that have it already, and those that nothing uses yet. */
const offered: Record<ImageUse, RawBuilder<boolean>> = {
  content: sql`(${isInContent} or not (${isPortrait} or ${isLogo}))`,
  portraits: sql`(${isPortrait} or ${isFree})`,
  logos: sql`(${isLogo} or ${isFree})`,
};

/**
 * One page of stored images, newest first, with where they are used, and the number of matches.
 * Those that were unused for longer than `listed` days are found as deleted only.
 * @param wanted.search part of a file's name, alt text, caption or the title of a post that shows it, any case.
 */
export async function listImageRows(
  db: Database,
  wanted: { search: string; filter: ImageFilter; use?: ImageUse | undefined; readerId: string | null } & Pick<
    UnusedDays,
    'listed'
  >,
  window: { limit: number; offset: number },
) {
  const { search, filter, use, readerId } = wanted;
  const isDeleted = sql<boolean>`(${isUnusedFor(wanted.listed)} and not ${isInRevision('i.id')})`;
  const matching = db
    .selectFrom('images as i')
    .where('i.state', '=', 'stored')
    .where(filter === 'deleted' ? isDeleted : sql<boolean>`${isDeleted} is not true`)
    .where(filters[filter] ?? sql<boolean>`true`)
    .where(use ? offered[use] : sql<boolean>`true`)
    .$if(search !== '', (query) => query.where(hasText(containing(search), readerId)));
  const page = matching
    .selectAll('i')
    .select(({ fn, selectFrom }) => [
      matching.select(fn.countAll<number>().as('n')).$asScalar().$notNull().as('total'),
      jsonArrayFrom(
        selectFrom('post_images as pi')
          .innerJoin('blog_posts as p', 'p.id', 'pi.post_id')
          .select(['pi.post_id', 'p.title', 'pi.place'])
          .whereRef('pi.image_id', '=', 'i.id')
          .where(isReadableBy('p', readerId))
          .orderBy('p.created_at', 'desc')
          .orderBy('p.id')
          .limit(maxUses),
      ).as('uses'),
      selectFrom('profiles as u')
        .select(sql<string>`coalesce(u.display_name, u.username)`.as('name'))
        .whereRef('u.user_id', '=', 'i.uploaded_by')
        .$asScalar()
        .as('uploader'),
      isInRevision('i.id').as('in_revision'),
      isInSite(sql.ref('i.id')).as('in_site'),
    ])
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(window.limit)
    .offset(window.offset);
  const rows = await page.execute();
  const [first] = rows;
  if (first || window.offset === 0) return { rows, found: first?.total ?? 0 };
  // A page past the end has no row with the count.
  return { rows, found: await countRows(matching) };
}

/** True if the image `i` has a text, or a post that shows it has it as a part of its title. */
function hasText(pattern: string, readerId: string | null) {
  return sql<boolean>`(i.original_name ilike ${pattern} or i.alt ilike ${pattern} or i.caption ilike ${pattern}
    or exists (select from post_images pi join blog_posts p on p.id = pi.post_id
      where pi.image_id = i.id and p.title ilike ${pattern} and ${isReadableBy('p', readerId)}))`;
}

/** Maximum number of posts listed for an image. */
const maxUses = 50;

/** How many posts show an image, and whether a page of the site or an author does. */
export function findImageUses(db: Database, id: string) {
  return oneRow<{ posts: number; in_site: boolean }>(db)`
    select (select count(distinct post_id) from post_images where image_id = ${id}) as posts,
      ${isInSite(sql`${id}::uuid`)} as in_site`;
}

/** Marks an image for deletion by the next run of the job. */
export async function markImageLeaving(db: Database, id: string): Promise<void> {
  await db.updateTable('images').set({ state: 'leaving' }).where('id', '=', id).execute();
}
