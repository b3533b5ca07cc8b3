import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { errorCode } from '#domain/core/errors.ts';
import { imageFolders, imageTypeOf, type ImageKey } from '#domain/images/image.ts';
import { mediaTypeOf } from '#domain/images/image-limits.ts';
import { StorageError, type IdentifiedStore } from '#domain/images/image-services.ts';
import { createFolderStore, type FileStore } from './folder-store.ts';
import { createObjectStore, S3Refusal, type S3Settings } from './object-store.ts';

const identityName = '.storage-id';
/** Milliseconds for one call on a bucket, including the body of some megabytes. */
const timeouts = { put: 30_000, get: 30_000, other: 10_000, check: 1_200 };

/** Images in a folder of this machine: `{root}/{folder}/{name}`. */
export function createImagesOnDisk(root: string): IdentifiedStore {
  return imagesIn(createFolderStore(root), join(root, identityName));
}

/** Images in a bucket of any service with the S3 API: `{folder}/{name}`. The bucket must exist. */
export function createImagesOnS3(settings: S3Settings): IdentifiedStore {
  return imagesIn(createObjectStore(settings, { retries: 2, timeouts }), `the object ${identityName}`);
}

function imagesIn(files: FileStore, identityPlace: string): IdentifiedStore {
  return {
    put: (key, file) =>
      told(
        files.put(nameOf(key), file, {
          'Content-Type': mediaTypeOf[imageTypeOf(key)],
          'Cache-Control': 'public, max-age=31536000, immutable',
        }),
      ),
    read: (key) => told(files.get(nameOf(key))),
    remove: (key) => told(files.remove(nameOf(key))),
    check: () => told(files.check(imageFolders)),
    identityPlace,
    async readIdentity() {
      const found = await told(files.get(identityName));
      return found && (await text(found.stream)).trim();
    },
    writeIdentity: (file) => told(files.put(identityName, file)),
  };
}

function nameOf({ folder, name }: ImageKey): string {
  return `${folder}/${name}`;
}

/** The answer of a service is for the log only: it may contain keys and names of buckets. */
async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw storageErrorOf(error);
  }
}

/** An error of the file system or of a service as a StorageError. */
export function storageErrorOf(cause: unknown): StorageError {
  const isFull =
    cause instanceof S3Refusal ? cause.status === 507 : ['ENOSPC', 'EDQUOT'].includes(errorCode(cause));
  return new StorageError(isFull ? 'full' : 'unavailable', { cause });
}
