import type { Logger } from '#adapters/log.ts';
import type { DomainContext } from '#domain/context.ts';
import { deleteUnusedImages } from '#domain/images/delete-unused-images.ts';
import { StorageError, type ImageStore } from '#domain/images/image-services.ts';
import { within } from '../scheduling/within.ts';
import type { ImageCache } from './image-cache.ts';

/** A save waits this long for the files that it dropped; a slow store removes them after it. */
const dropWithinMilliseconds = 1_500;

/**
 * Deletes images that nothing uses, with everything that was made of them. What fails is logged and tried again by the
 * next run.
 * @param options.domain null while the process is starting
 * @returns never rejects
 */
export function createSweep(options: {
  store: ImageStore;
  cache: Pick<ImageCache, 'remove'>;
  log: Logger;
  domain: () => DomainContext | null;
}): () => Promise<void> {
  const { store, cache, log } = options;

  async function sweep(): Promise<void> {
    try {
      const domain = options.domain();
      if (!domain) throw new StorageError('busy');
      await deleteUnusedImages(domain, store, {
        onRemoved: cache.remove,
        onFailure: (error) => log.warn('An image could not be removed; it is tried again later', { error }),
      });
    } catch (error) {
      log.warn('Images could not be swept; it is tried again later', { error });
    }
  }

  return async () => void (await within(dropWithinMilliseconds, sweep()));
}
