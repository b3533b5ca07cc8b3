import type { Database } from '#db/client.ts';
import { findImageRow, updateImage } from '#db/queries/images.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { imageKeyOf } from './image.ts';
import { columnsOf, describedColumns, description } from './check-description.ts';

const gone = () => notFound('This image is no longer there.');

/**
 * Sets the alt text and the caption of an image.
 * @throws not-found, invalid input.
 */
export async function describeImage(ctx: Core, id: string, input: unknown): Promise<void> {
  requirePermission(ctx, 'edit-content');
  const changes = columnsOf(parseInput(description, input));
  if (!isId(id)) throw gone();
  if (Object.keys(changes).length === 0) return;
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const image = await findImageRow(trx, { id });
    if (!image || !(await updateImage(trx, id, changes))) throw gone();
    const subject = { id, label: image.original_name || image.name };
    await recordActivity(trx, ctx, { action: 'image-described', subject, after: changes });
    afterCommit('contentChanged');
  });
}

/**
 * Gives the featured image of a post what its form says about it. Runs in the transaction of the save.
 * @param post.imageDescription as `post-state.ts` has checked it
 * @returns whether anything was said about this image
 */
export async function describeFeaturedImage(
  trx: Database,
  post: { featuredImage: string | null; imageDescription: string | null },
): Promise<boolean> {
  const changes = describedColumns(post.imageDescription, post.featuredImage);
  const key = imageKeyOf(post.featuredImage ?? '');
  const image = key && Object.keys(changes).length > 0 ? await findImageRow(trx, key) : undefined;
  return image !== undefined && (await updateImage(trx, image.id, changes));
}
