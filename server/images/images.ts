import { join } from 'node:path';

import type { Logger } from '#adapters/log.ts';
import { createPictureWorkshop } from '#adapters/image-processor.ts';
import { admissionSentences, findAdmission } from '#app/http/require-admin.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { StorageError, type ImageStore } from '#domain/images/image-services.ts';
import { storeImage } from '#domain/images/store-image.ts';
import { sweepImages } from '#domain/images/delete-unused-images.ts';

import type { Config } from '../config.ts';
import { createImageStore } from './image-store.ts';
import type { StreamingRoute } from '../http/streaming-route.ts';
import type { Parts } from '../dependencies.ts';
import { repeatJob, type RepeatedJob } from '../jobs/repeat-job.ts';
import { createPictureCache } from './image-cache.ts';
import { createPictureDelivery } from './image-delivery.ts';
import { clearUploads, createPictureUpload } from './image-upload.ts';

/** Everything about pictures that lives as long as the process. */
export type Pictures = {
  store: ImageStore;
  routes: readonly StreamingRoute[];
  /** Removes what left; what fails is logged and tried again by the next sweep. Never throws. */
  sweep: () => Promise<void>;
  close: () => Promise<void>;
};

const sweepEveryMilliseconds = 15 * 60_000;
/** A save waits this long for the files that it dropped; a slow store removes them after it. */
const dropWithinMilliseconds = 1_500;

/** @param parts the process's parts, or null while it is starting */
export function createPictures(
  config: Pick<Config, 'dataDir' | 'storage' | 'pictureCacheBytes'>,
  log: Logger,
  parts: () => Parts | null,
): Pictures {
  const store = createImageStore(config);
  const workshop = createPictureWorkshop();
  const cache = createPictureCache(join(config.dataDir, 'picture-cache'), config.pictureCacheBytes);
  const directory = join(config.dataDir, 'uploads');
  void clearUploads(directory);

  const open = () => {
    const built = parts();
    if (!built) throw new StorageError('busy');
    return built;
  };

  async function sweep(): Promise<void> {
    try {
      await sweepImages(open().domain, store, {
        onRemoved: cache.forget,
        onFailure: (error) => log.warn('A picture could not be removed; it is tried again later', { error }),
      });
    } catch (error) {
      log.warn('Pictures could not be swept; it is tried again later', { error });
    }
  }

  return {
    store,
    routes: [
      createPictureUpload({
        directory,
        log,
        admit: async (headers) => findAdmission(open().auth, headers),
        onDenied: ({ requestId, clientAddress }, who) => {
          const ctx = { ...open().domain, requestId, clientAddress: clientAddress || null };
          reportSecurityEvent(ctx, 'permission-denied', { reason: admissionSentences.stranger }, who);
        },
        store: (actor, file, input) =>
          storeImage({ ...open().domain, actor }, { store, workshop }, file, input),
      }),
      createPictureDelivery({ store, workshop, cache, directory, log }),
    ],
    sweep: () =>
      Promise.race([
        sweep(),
        new Promise<void>((resolve) => setTimeout(resolve, dropWithinMilliseconds).unref()),
      ]),
    async close() {
      await workshop.close();
    },
  };
}

/** Sweeps at the start and then again and again: what another instance or a slow store left is found. */
export function keepPictures({ sweep }: Pick<Pictures, 'sweep'>, log: Logger): RepeatedJob {
  return repeatJob({
    name: 'The sweep of pictures',
    everyMilliseconds: sweepEveryMilliseconds,
    log,
    run: sweep,
  });
}
