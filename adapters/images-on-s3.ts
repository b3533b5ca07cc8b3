import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { AwsClient } from 'aws4fetch';

import { imageTypeOf, type ImageKey } from '#domain/images/image.ts';
import { mediaTypeOf } from '#domain/images/image-limits.ts';
import { StorageError, type ImageStore } from '#domain/images/image-services.ts';

export type S3Settings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Milliseconds for one call, including the body of some megabytes. */
const milliseconds = { put: 30_000, read: 30_000, remove: 10_000, check: 1_200 };

/** Images in a bucket of any service with the S3 API: `{folder}/{name}`. The bucket must exist. */
export function createImagesOnS3(settings: S3Settings): ImageStore {
  const { accessKeyId, secretAccessKey, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const bucket = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`;
  const addressOf = ({ folder, name }: ImageKey) => `${bucket}/${folder}/${name}`;

  async function ask(address: string, limit: number, init: RequestInit): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(limit);
      return await client.fetch(address, { ...init, signal, redirect: 'error' });
    } catch (error) {
      throw new StorageError('unavailable', { cause: error });
    }
  }

  return {
    async put(key, file) {
      const answer = await ask(addressOf(key), milliseconds.put, {
        method: 'PUT',
        // Streamed from the disk.
        body: await openAsBlob(file),
        headers: {
          'Content-Type': mediaTypeOf[imageTypeOf(key)],
          'Cache-Control': 'public, max-age=31536000, immutable',
          'X-Amz-Content-Sha256': await hashOf(file),
        },
      });
      await finish(answer, [200]);
    },

    async read(key) {
      const answer = await ask(addressOf(key), milliseconds.read, { method: 'GET' });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      if (answer.status !== 200 || answer.body === null) throw await refusalOf(answer);
      const { body } = answer;
      return { bytes: Number(answer.headers.get('content-length')), stream: Readable.from(body) };
    },

    async remove(key) {
      await finish(await ask(addressOf(key), milliseconds.remove, { method: 'DELETE' }), [200, 204, 404]);
    },

    async check() {
      await finish(await ask(bucket, milliseconds.check, { method: 'HEAD' }), [200]);
    },
  };
}

async function finish(answer: Response, expected: readonly number[]): Promise<void> {
  if (!expected.includes(answer.status)) throw await refusalOf(answer);
  await answer.body?.cancel();
}

/** The answer of the service, for the log only: it may contain keys and names of buckets. */
async function refusalOf(answer: Response): Promise<StorageError> {
  const text = await answer.text().catch(() => '');
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? '';
  return new StorageError(answer.status === 507 ? 'full' : 'unavailable', {
    cause: new Error(`The image service answered ${answer.status} ${code}`.trim()),
  });
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
