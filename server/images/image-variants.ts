import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { isDomainError } from '#domain/core/errors.ts';
import { StorageError } from '#domain/images/image-services.ts';
import { hasRoomFor, readDiskSpace } from '#domain/storage/disk-space.ts';
import { imageTypeOf, type ImageKey } from '#domain/images/image.ts';
import type { ImageStore, ImageProcessor, WantedVariant } from '#domain/images/image-services.ts';
import type { ImageCache, ImageVariant } from './image-cache.ts';

/** Stored images in other sizes, each made on its first request, once, and kept. */
export type ImageVariants = ReturnType<typeof createImageVariants>;

/** Raised when the encoding changes, so that what was made before is made again. */
const recipe = '1';

/** The name of a variant among those of an image. */
export function variantName(wanted: WantedVariant): string {
  const parts = 'icon' in wanted ? ['icon', wanted.icon] : [wanted.width, wanted.type];
  return [...parts, recipe].join('-');
}

export function createImageVariants(options: {
  store: Pick<ImageStore, 'read'>;
  processor: Pick<ImageProcessor, 'resize'>;
  cache: ImageCache;
  /** For files in work. */
  directory: string;
}) {
  const { store, processor, cache, directory } = options;
  const inWork = new Map<string, Promise<boolean>>();

  return {
    /**
     * @returns null when there is no such image
     * @throws StorageError, or what went wrong when it was made
     */
    async read(key: ImageKey, wanted: WantedVariant): Promise<ImageVariant | null> {
      const variant = variantName(wanted);
      const kept = await cache.read(key, variant);
      if (kept) return kept;
      const name = `${key.folder}/${key.name}/${variant}`;
      // Requests that come while it is created wait for the same file.
      const work = inWork.get(name) ?? make(key, variant, wanted).finally(() => inWork.delete(name));
      inWork.set(name, work);
      if (!(await work)) return null;
      const made = await cache.read(key, variant);
      if (!made) throw new Error('An image that was made is not in the cache.');
      return made;
    },
  };

  /** @returns false when there is no such image. */
  async function make(key: ImageKey, variant: string, wanted: WantedVariant): Promise<boolean> {
    const source = await store.read(key);
    if (!source) return false;
    const own = imageTypeOf(key);
    const file = join(directory, randomUUID());
    const into = `${file}.encoded`;
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      // Without room the image is shown as it is stored.
      if (!hasRoomFor(0, await readDiskSpace(directory))) throw new StorageError('full');
      await pipeline(source.stream, createWriteStream(file, { mode: 0o600 }));
      const type = await processor.resize(file, into, { ...wanted, own }).catch((error: unknown) => {
        // The stored file itself, where it cannot be made into another size.
        if (isDomainError(error) && !('icon' in wanted)) return null;
        throw error;
      });
      await (type === null ? cache.keep(key, variant, file, own) : cache.keep(key, variant, into, type));
      return true;
    } finally {
      source.stream.destroy();
      await Promise.all([rm(file, { force: true }), rm(into, { force: true })]).catch(() => {});
    }
  }
}
