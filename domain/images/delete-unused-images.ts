import { deleteImageRow, dropUnusedImages, listLeavingImages, withSweepLock } from '#db/queries/images.ts';
import type { Core } from '#domain/core/context.ts';
import type { ImageKey } from './image.ts';
import type { ImageStore } from './image-services.ts';

const maxAtOnce = 100;
/** An image that no post shows is listed for a change that is undone; after that it can be restored. */
export const unusedDays = { listed: 7, deleted: 30 };

/**
 * Deletes dropped images, aborted uploads, and images that have been unused for `unusedDays`; each file before its row.
 * One instance at a time. A job: needs no actor.
 * @returns the number of deleted images; null when another instance is doing it.
 */
export async function deleteUnusedImages(
  ctx: Pick<Core, 'db'>,
  store: Pick<ImageStore, 'remove'>,
  options: { onRemoved?: (key: ImageKey) => Promise<void>; onFailure: (error: unknown) => void },
): Promise<number | null> {
  return withSweepLock(ctx.db, async () => {
    await dropUnusedImages(ctx.db, unusedDays);
    let removed = 0;
    for (const { id, folder, name } of await listLeavingImages(ctx.db, maxAtOnce)) {
      try {
        await store.remove({ folder, name });
        await options.onRemoved?.({ folder, name });
        await deleteImageRow(ctx.db, id);
        removed += 1;
      } catch (error) {
        // The store does not answer now: all remaining images are tried again next time.
        options.onFailure(error);
        break;
      }
    }
    return removed;
  });
}
