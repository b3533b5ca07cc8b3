import { sql } from 'kysely';
import type { Database } from '#db/client.ts';
import type { ImagePlace, ImageRow } from '#db/tables.ts';
import { type Key, isInSite, updateImage } from './images.ts';

/**
 * Links a post with the images that it shows. After a save these and no others: one that was chosen in a field, is no
 * longer shown, and that nothing else uses, is marked as leaving; one of the body only as unused, so that an undone
 * change finds it again. An autosave only adds links, because it decides nothing yet.
 * What a saved post says of an image is its alt text where it has none.
 * Runs in the transaction of the save, with the post locked.
 * @returns the places whose wanted image is there, and whether any image leaves.
 */
export async function replacePostImages(
  trx: Database,
  postId: string,
  used: readonly { place: ImagePlace; key: Key; alt?: string }[],
  after: 'save' | 'autosave',
): Promise<{ found: ReadonlySet<ImagePlace>; isAnyLeaving: boolean }> {
  const before = await trx
    .selectFrom('post_images')
    .select(['image_id', 'place'])
    .where('post_id', '=', postId)
    .execute();
  if (before.length === 0 && used.length === 0) return { found: new Set(), isAnyLeaving: false };

  // All of them in one order, so that two saves cannot deadlock; and before any decision, so that the links of a
  // concurrent save are seen.
  const locked = await lockImagesOf(
    trx,
    before,
    used.map(({ key }) => key),
  );

  const stored = (key: Key) =>
    locked.find(
      ({ folder, name, state }) => state === 'stored' && folder === key.folder && name === key.name,
    );
  const links = used.flatMap(({ place, key }) => {
    const image = stored(key);
    return image === undefined ? [] : [{ image_id: image.id, place }];
  });
  for (const { key, alt } of after === 'save' ? used : []) {
    const image = stored(key);
    if (alt !== undefined && image?.alt === null) await updateImage(trx, image.id, { alt });
  }
  const isWanted = (row: { image_id: string; place: string }) =>
    links.some(({ image_id, place }) => image_id === row.image_id && place === row.place);
  const dropped = after === 'autosave' ? [] : before.filter((row) => !isWanted(row));

  for (const { image_id, place } of dropped) {
    await trx
      .deleteFrom('post_images')
      .where('post_id', '=', postId)
      .where('image_id', '=', image_id)
      .where('place', '=', place)
      .execute();
  }
  if (links.length > 0) {
    await trx
      .insertInto('post_images')
      .values(links.map((link) => ({ ...link, post_id: postId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await markUsed(trx, links.map(idOf));
  }
  const wasChosen = dropped.filter(({ place }) => place !== 'body');
  return {
    found: new Set(links.map(({ place }) => place)),
    isAnyLeaving: await markUnused(trx, dropped.map(idOf), wasChosen.map(idOf)),
  };
}

function idOf({ image_id }: { image_id: string }): string {
  return image_id;
}

async function markUsed(trx: Database, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('images')
    .set({ unused_since: null })
    .where('id', 'in', ids)
    .where('unused_since', 'is not', null)
    .execute();
}

/**
 * Marks those of these images that nothing shows any more as unused, and those in `leaving` for deletion, but no image of a
 * proposal.
 * @returns whether any image leaves
 */
async function markUnused(
  trx: Database,
  ids: readonly string[],
  leaving: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const marked = await trx
    .updateTable('images as i')
    .set({
      unused_since: sql<Date>`now()`,
      state: sql<ImageRow['state']>`case when i.id = any(${leaving}::uuid[])
        and not exists (select from proposal_images where image_id = i.id) then 'leaving' else i.state end`,
    })
    .where('i.id', 'in', ids)
    .where(sql<boolean>`not ${isShown('i.id')}`)
    .returning('i.state')
    .execute();
  return marked.some(({ state }) => state === 'leaving');
}

/** Locks the images that were linked and those that are wanted, in the order in which every save locks them. */
function lockImagesOf(trx: Database, before: readonly { image_id: string }[], wanted: readonly Key[]) {
  return trx
    .selectFrom('images')
    .select(['id', 'folder', 'name', 'state', 'alt'])
    .where(({ or, eb, and }) =>
      or([
        ...before.map(({ image_id }) => eb('id', '=', image_id)),
        ...wanted.map(({ folder, name }) => and([eb('folder', '=', folder), eb('name', '=', name)])),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** @param id a reference to the column `images.id` of the statement */
function isShown(id: 'i.id' | 'images.id') {
  return sql<boolean>`(exists (select from post_images where image_id = ${sql.ref(id)}) or ${isInSite(sql.ref(id))})`;
}

/**
 * Removes the links of posts that are deleted: images without another use are marked as leaving.
 * @returns whether any image leaves
 */
export async function dropImagesOfPosts(trx: Database, postIds: readonly string[]): Promise<boolean> {
  const linked = await trx
    .selectFrom('post_images')
    .select('image_id')
    .distinct()
    .where('post_id', 'in', postIds)
    .execute();
  if (linked.length === 0) return false;
  const ids = linked.map(idOf);
  await trx.selectFrom('images').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  await trx.deleteFrom('post_images').where('post_id', 'in', postIds).execute();
  return markUnused(trx, ids, ids);
}

/**
 * Links a document of the site with the images that it shows, and with no others. One that nothing shows any more counts
 * as unused from now on.
 * @returns the keys among them that are stored
 */
export async function replaceSiteImages(trx: Database, document: string, wanted: readonly Key[]) {
  const before = await trx
    .selectFrom('site_images')
    .select('image_id')
    .where('document', '=', document)
    .execute();
  if (before.length === 0 && wanted.length === 0) return [];
  const locked = await lockImagesOf(trx, before, wanted);
  const shown = locked.filter(
    (row) =>
      row.state === 'stored' && wanted.some(({ folder, name }) => folder === row.folder && name === row.name),
  );
  const shownIds = shown.map(({ id }) => id);
  const dropped = before.map(idOf).filter((id) => !shownIds.includes(id));
  if (dropped.length > 0) {
    await trx
      .deleteFrom('site_images')
      .where('document', '=', document)
      .where('image_id', 'in', dropped)
      .execute();
    await markUnused(trx, dropped, []);
  }
  if (shownIds.length > 0) {
    await trx
      .insertInto('site_images')
      .values(shownIds.map((image_id) => ({ document, image_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await markUsed(trx, shownIds);
  }
  return shown.map(({ folder, name }) => ({ folder, name }));
}
