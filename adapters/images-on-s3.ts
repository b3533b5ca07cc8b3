import { text } from 'node:stream/consumers';

import { imageTypeOf, type ImageKey } from '#domain/images/image.ts';
import { mediaTypeOf } from '#domain/images/image-limits.ts';
import { StorageError, type IdentifiedStore } from '#domain/images/image-services.ts';
import { createObjectStore, S3Refusal, type S3Settings } from './object-store.ts';

const identityKey = '.storage-id';
/** Milliseconds for one call, including the body of some megabytes. */
const timeouts = { put: 30_000, get: 30_000, other: 10_000, check: 1_200 };

/** Images in a bucket of any service with the S3 API: `{folder}/{name}`. The bucket must exist. */
export function createImagesOnS3(settings: S3Settings): IdentifiedStore {
  const store = createObjectStore(settings, { retries: 2, timeouts });
  return {
    put: (key, file) =>
      told(
        store.put(nameOf(key), file, {
          'Content-Type': mediaTypeOf[imageTypeOf(key)],
          'Cache-Control': 'public, max-age=31536000, immutable',
        }),
      ),
    read: (key) => told(store.get(nameOf(key))),
    remove: (key) => told(store.remove(nameOf(key))),
    check: () => told(store.check()),
    identityPlace: `the object ${identityKey}`,
    async readIdentity() {
      const found = await told(store.get(identityKey));
      return found && (await text(found.stream)).trim();
    },
    writeIdentity: (file) => told(store.put(identityKey, file)),
  };
}

function nameOf({ folder, name }: ImageKey): string {
  return `${folder}/${name}`;
}

/** The answer of the service is for the log only: it may contain keys and names of buckets. */
async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    const isFull = cause instanceof S3Refusal && cause.status === 507;
    throw new StorageError(isFull ? 'full' : 'unavailable', { cause });
  }
}
