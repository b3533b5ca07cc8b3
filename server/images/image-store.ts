import { join } from 'node:path';

import { createImagesOnDisk, createImagesOnS3 } from '#adapters/image-store.ts';
import type { IdentifiedStore, ImageStore } from '#domain/images/image-services.ts';
import type { ImageKey } from '#domain/images/image.ts';
import type { Config } from '../settings/config.ts';

/** Where the settings say that images lie. */
export function createImageStore({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): IdentifiedStore {
  return storage.kind === 's3'
    ? createImagesOnS3(storage)
    : createImagesOnDisk(join(dataDir, 'storage', 'blog-images'));
}

/** True if the store holds an image. */
export async function isStored(store: Pick<ImageStore, 'read'>, key: ImageKey): Promise<boolean> {
  const found = await store.read(key);
  found?.stream.destroy();
  return found !== null;
}
