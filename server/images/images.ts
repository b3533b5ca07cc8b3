import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Logger } from '#adapters/log.ts';
import { createImageProcessor } from '#adapters/image-processor.ts';
import { imageKeyOf } from '#domain/images/image.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { storeImage } from '#domain/images/store-image.ts';
import type { Config } from '../settings/config.ts';
import { createAdmission } from '../http/admit-admin.ts';
import { createImageStore } from './image-store.ts';
import { createImageCache } from './image-cache.ts';
import { createImageDelivery } from './image-delivery.ts';
import { createImageVariants } from './image-variants.ts';
import { clearUploads } from '../http/receive-file.ts';
import { createImageUpload } from './image-upload.ts';
import type { Database } from '#db/client.ts';
import { identifyStorage, type OtherStorage } from './storage-identity.ts';
import { deleteUnusedImages } from '#domain/images/delete-unused-images.ts';
import { within } from '#db/within.ts';

/** A store that does not answer may not hold up a start. */
const identifyWithin = 5_000;
/** Room for images in the sizes that pages ask for. */
const cacheBytes = 1_024_000_000;

export type Images = ReturnType<typeof createImages>;

/** @param domain of the process; throws while it is starting */
export function createImages(
  config: Pick<Config, 'dataDir' | 'storage'>,
  log: Logger,
  domain: () => DomainContext,
) {
  const store = createImageStore(config);
  const processor = createImageProcessor();
  const cache = createImageCache(join(config.dataDir, 'image-cache'), cacheBytes);
  const directory = join(config.dataDir, 'uploads');
  const variants = createImageVariants({ store, processor, cache, directory });
  void clearUploads(directory);
  let other: OtherStorage | null = null;

  return {
    store,
    processor,
    routes: [
      createImageUpload({
        directory,
        ...createAdmission(log, domain),
        diskSpace: () => domain().diskSpace(),
        store: (actor, file, input) => storeImage({ ...domain(), actor }, { store, processor }, file, input),
      }),
      createImageDelivery({ store, variants, log }),
    ],
    /**
     * A logo as PNG, seen on light paper and 192 pixels wide and high, for what is drawn with it.
     * @param address of an image of the library
     * @returns null when there is no such image
     * @throws when it cannot be read or made now
     */
    async readLogo(address: string): Promise<Buffer | null> {
      const key = imageKeyOf(address);
      const icon = key && (await variants.read(key, { icon: 'light' }));
      return icon && buffer(icon.stream);
    },
    /**
     * Deletes images that nothing uses, with everything that was made of them; what fails is logged and tried again by the
     * next sweep. Never throws.
     */
    sweep: async (): Promise<void> => void (await within(dropWithinMilliseconds, sweep())),
    /** Finds out whether other machines have their images in another place; what fails is logged. Never throws. */
    async identify(db: Database): Promise<OtherStorage | null> {
      try {
        other = (await within(identifyWithin, identifyStorage(db, store))) ?? null;
      } catch (error) {
        log.warn('The place of the images could not be identified', { error });
      }
      if (other !== null) log.warn(other.text, { repair: other.repair });
      return other;
    },
    /** Says that other machines have their images in another place; null where they have not, as far as is known. */
    otherStorage: () => other,
    /** Keeps the images in other sizes within their room. */
    trimCache: cache.trim,
    close: processor.close,
  };

  async function sweep(): Promise<void> {
    try {
      await deleteUnusedImages(domain(), store, {
        onRemoved: cache.remove,
        onFailure: (error) => log.warn('An image could not be removed; it is tried again later', { error }),
      });
    } catch (error) {
      log.warn('Images could not be swept; it is tried again later', { error });
    }
  }
}

/** A save waits this long for the files that it dropped; a slow store removes them after it. */
const dropWithinMilliseconds = 1_500;
