import { findImageUses, lockImage, markImageLeaving, restartUnusedImage } from '#db/queries/images.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { conflict, notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';

/**
 * Deletes an image that no post, no author and no page of the site uses.
 * @throws not-found, or conflict while it is in use.
 */
export async function deleteImage(ctx: Core, id: string): Promise<void> {
  requirePermission(ctx, 'edit-content');
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const image = isId(id) ? await lockImage(trx, { id }) : undefined;
    if (!image) throw notFound(isGone);
    const { posts, in_site } = await findImageUses(trx, id);
    if (posts > 0) throw conflict(inUse(posts));
    if (in_site) throw conflict(usedBySite);
    await markImageLeaving(trx, id);
    afterCommit('imagesDropped');
    await recordActivity(trx, ctx, {
      action: 'image-deleted',
      subject: { id, label: image.original_name || image.name },
    });
  });
}

/** Lists a deleted image again, for as long as one that nothing uses since now. @throws forbidden, not-found. */
export async function restoreImage(ctx: Core, id: string): Promise<void> {
  requirePermission(ctx, 'edit-content');
  await inTransaction(ctx, async ({ db: trx }) => {
    const image = isId(id) ? await lockImage(trx, { id }) : undefined;
    if (!image) throw notFound(isGone);
    await restartUnusedImage(trx, id);
    const subject = { id, label: image.original_name || image.name };
    await recordActivity(trx, ctx, { action: 'image-restored', subject });
  });
}

const isGone = 'This image is no longer there.';
const usedBySite = 'The site uses this image. Choose another one in Site or Authors first.';

function inUse(posts: number): string {
  return posts === 1
    ? 'A post uses this image. Take it out of the post first.'
    : `${posts} posts use this image. Take it out of them first.`;
}
