import type { Database } from '#db/client.ts';
import { findImageRow } from '#db/queries/images.ts';
import { findNamesOf, findPostForPreview, type PreviewRow } from '#db/queries/posts.ts';
import { findPendingChanges } from '#db/queries/pending-changes.ts';
import { describedColumns } from '#domain/images/check-description.ts';
import { imageKeyOf } from '#domain/images/image.ts';
import type { ImageColumn } from './used-images.ts';
import { isId } from '#domain/fields/fields.ts';
import { countWords } from '#domain/html/count-words.ts';
import { visibleText } from '#domain/html/visible-text.ts';
import { columnsOf } from './post-row.ts';
import { readState } from './post-state.ts';

/**
 * A post with its pending changes, if it has any (`hasPendingChanges`). `published` and `scheduled` are always the post's
 * own.
 * @param readerId the person who may read what is public and what is theirs; null for who may read everything
 */
export async function findNewestState(
  db: Database,
  id: string,
  readerId: string | null = null,
): Promise<{ row: PreviewRow; hasPendingChanges: boolean } | null> {
  const row = isId(id) ? await findPostForPreview(db, id, readerId) : undefined;
  if (!row) return null;
  const changes = readerId === null ? await findPendingChanges(db, id) : undefined;
  if (!changes) return { row: described(row, row.image_description), hasPendingChanges: false };
  const state = readState(changes);
  const factsOf = (column: ImageColumn, address: string | null) =>
    address === row[column] ? row[`${column}_facts`] : findImage(db, address);
  const changed: PreviewRow = {
    ...row,
    ...(await findNamesOf(db, state)),
    ...columnsOf(state, countWords(visibleText(state.content))),
    slug: state.slug ?? row.slug,
    published: row.published,
    featured_image_facts: await factsOf('featured_image', state.featuredImage),
    social_image_facts: await factsOf('social_image', state.socialImage),
    client_logo_facts: await factsOf('client_logo', state.clientLogo),
    updated_at: changes.saved_at,
  };
  return { row: described(changed, state.imageDescription), hasPendingChanges: true };
}

/** With what the form says about the featured image, which the image itself does not have yet. */
function described(row: PreviewRow, description: string | null): PreviewRow {
  if (row.featured_image_facts === null) return row;
  const changes = describedColumns(description, row.featured_image);
  return { ...row, featured_image_facts: { ...row.featured_image_facts, ...changes } };
}

/** The details of an image that the post itself does not show yet. */
async function findImage(db: Database, address: string | null) {
  const key = address === null ? null : imageKeyOf(address);
  return key === null ? null : ((await findImageRow(db, key)) ?? null);
}
