import { deleteImageRow, dropUnusedImages, listLeavingImages, withSweepLock } from '#db/queries/images.ts';
import type { DomainContext } from '#domain/context.ts';
import type { ImageKey } from './image.ts';
import type { ImageStore } from './image-services.ts';

const mostAtOnce = 100;

/**
 * Removes the files of images that left, of uploads that broke off, and of images that nothing has used for a week;
 * each row goes after its file. One instance at a time. Needs no actor: it is the process's own work.
 * @param onRemoved told of each image that is gone.
 * @returns how many are gone; null when another instance is at it.
 */
export async function deleteUnusedImages(
  ctx: Pick<DomainContext, 'db'>,
  store: Pick<ImageStore, 'remove'>,
  options: { onRemoved?: (key: ImageKey) => Promise<void>; onFailure: (error: unknown) => void },
): Promise<number | null> {
  return withSweepLock(ctx.db, async () => {
    await dropUnusedImages(ctx.db);
    let removed = 0;
    for (const { id, folder, name } of await listLeavingImages(ctx.db, mostAtOnce)) {
      try {
        await store.remove({ folder, name });
        await options.onRemoved?.({ folder, name });
        await deleteImageRow(ctx.db, id);
        removed += 1;
      } catch (error) {
        // A store that does not answer now is asked again next time; the others can wait for that too.
        options.onFailure(error);
        break;
      }
    }
    return removed;
  });
}
