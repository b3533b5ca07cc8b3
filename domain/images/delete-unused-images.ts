import { setTimeout as sleep } from 'node:timers/promises';

import {
  countLeavingImages,
  deleteImageRow,
  dropUnusedImages,
  listLeavingImages,
  withSweepLock,
} from '#db/queries/images.ts';
import type { DomainContext } from '#domain/context.ts';
import type { ImageKey } from './image.ts';
import type { ImageStore } from './image-services.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction } from '#domain/transaction.ts';

const maxAtOnce = 100;
/** An image that no post shows is kept so long, for a change that is undone. */
const unusedDays = 7;

/**
 * Deletes dropped images, aborted uploads, and images that have been unused for a week; each file before its row. One
 * instance at a time. A job: needs no actor.
 * @param onRemoved called for each deleted image.
 * @returns the number of deleted images; null when another instance is doing it.
 */
export async function deleteUnusedImages(
  ctx: Pick<DomainContext, 'db'>,
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

/** Milliseconds until it is tried again, while another process is deleting. */
const pause = 500;

/**
 * Deletes the images that no post and no earlier state of a post shows and that have been unused for `days`, for the
 * operator of the server. A run that was cut off is repeated; what it had decided is deleted by the product as well.
 * @param options.onProgress told how many were deleted so far
 * @returns how many were deleted
 * @throws the error of the store; what is left is deleted later
 */
export async function deleteUnreferencedImages(
  ctx: Pick<DomainContext, 'db'>,
  store: Pick<ImageStore, 'remove'>,
  options: {
    days: number;
    onProgress: (deleted: number) => void;
    onRemoved: (key: ImageKey) => Promise<void>;
  },
): Promise<number> {
  await inTransaction(ctx, async ({ db: trx }) => {
    const images = await dropUnusedImages(trx, options.days);
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      { action: 'unused-images-deleted', after: { images }, by: { process: 'command line' } },
    );
  });
  let deleted = 0;
  const failures: unknown[] = [];
  while (failures.length === 0 && (await countLeavingImages(ctx.db)) > 0) {
    const removed = await deleteUnusedImages(ctx, store, {
      onRemoved: options.onRemoved,
      onFailure: (error) => failures.push(error),
    });
    if (removed === null) await sleep(pause);
    else options.onProgress((deleted += removed));
  }
  if (failures.length > 0) throw failures[0];
  return deleted;
}
