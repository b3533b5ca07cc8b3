import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { Logger } from '#adapters/log.ts';
import { isDomainError } from '#domain/errors.ts';
import { imageKeyOf, imageTypeOf, type ImageKey } from '#domain/images/image.ts';
import { isImageWidth, type ImageWidth } from '#domain/images/image-limits.ts';
import type { ImageStore, ImageProcessor, WantedType } from '#domain/images/image-services.ts';
import { sharedType } from '#domain/images/social-image.ts';

import type { StreamingExchange, StreamingRoute } from '../http/streaming-route.ts';
import type { ImageCache, ImageVariant } from './image-cache.ts';
import { plainResponse } from '../http/plain-response.ts';
import { sendImage } from './send-image.ts';
import { negotiateImageType } from './negotiate-image-type.ts';

export type ImageDeliveryOptions = {
  store: Pick<ImageStore, 'read'>;
  processor: Pick<ImageProcessor, 'resize'>;
  cache: ImageCache;
  /** For files in work. */
  directory: string;
  log: Logger;
};

/** The address of an image is made at random and never used for another one. */
const forever = 'public, max-age=31536000, immutable';
/** Where the wanted size could not be made: the image itself, until it can. */
const forNow = 'public, max-age=60';
/** What an image without `?w=` is made to, at most, in a newer type. */
const widest: ImageWidth = 2400;
/** Raised when the encoding changes, so that what was made before is made again. */
const recipe = '1';

const missing = 'There is no image at this address.';

/**
 * `GET /storage/blog-images/{folder}/{name}` and `?w=`: a stored image, in an offered width and in the newest type
 * that the browser takes, or with `&type=jpg` in that one. Each size is made on its first request, once, and kept. Asks no database.
 */
export function createImageDelivery(options: ImageDeliveryOptions): StreamingRoute {
  const { store, processor, cache } = options;
  const inWork = new Map<string, Promise<boolean>>();
  return { path: /^\/storage(?:\/|$)/, pattern: '/storage/*', methods: ['GET', 'HEAD'], answer };

  async function answer(exchange: StreamingExchange): Promise<void> {
    const { request, pathname, search } = exchange;
    const key = imageKeyOf(pathname);
    if (key === null) return exchange.send(plainResponse(404, missing));
    const asked = new URLSearchParams(search);
    const given = asked.get('w');
    const width = given === null ? null : Number(given);
    if (width !== null && (!isImageWidth(width) || String(width) !== given)) {
      return exchange.send(plainResponse(400, 'Images are not offered in this width.'));
    }
    const givenType = asked.get('type');
    if (givenType !== null && (givenType !== sharedType || width === null)) {
      return exchange.send(plainResponse(400, 'Images are not offered in this type.'));
    }
    const type = givenType ?? negotiateImageType(request.headers.accept ?? '');
    if (width === null && type === 'own') return sendOriginal(exchange, key, forever);

    const variant = `${width ?? widest}-${type}-${recipe}`;
    const made = await variantOf(exchange, key, variant, { width: width ?? widest, type });
    if (made === 'missing') return exchange.send(plainResponse(404, missing));
    if (made === 'failed') return sendOriginal(exchange, key, forNow);
    await sendImage(exchange, made, { cacheControl: forever, tag: variant });
  }

  async function variantOf(
    { requestId }: StreamingExchange,
    key: ImageKey,
    variant: string,
    wanted: { width: ImageWidth; type: WantedType },
  ): Promise<ImageVariant | 'missing' | 'failed'> {
    const kept = await cache.read(key, variant);
    if (kept) return kept;
    const name = `${key.name}/${variant}`;
    // Requests that come while it is created wait for the same file.
    const work = inWork.get(name) ?? make(key, variant, wanted).finally(() => inWork.delete(name));
    inWork.set(name, work);
    try {
      return (await work) ? ((await cache.read(key, variant)) ?? 'failed') : 'missing';
    } catch (error) {
      options.log.warn('An image could not be made in another size', { requestId, error });
      return 'failed';
    }
  }

  /** @returns false when there is no such image. */
  async function make(
    key: ImageKey,
    variant: string,
    wanted: { width: ImageWidth; type: WantedType },
  ): Promise<boolean> {
    const source = await store.read(key);
    if (!source) return false;
    const own = imageTypeOf(key);
    const file = join(options.directory, randomUUID());
    const into = `${file}.encoded`;
    try {
      await mkdir(options.directory, { recursive: true, mode: 0o700 });
      await pipeline(source.stream, createWriteStream(file, { mode: 0o600 }));
      const type = await processor.resize(file, into, { ...wanted, own }).catch((error: unknown) => {
        if (isDomainError(error)) return null;
        throw error;
      });
      await (type === null ? cache.keep(key, variant, file, own) : cache.keep(key, variant, into, type));
      return true;
    } finally {
      source.stream.destroy();
      await Promise.all([rm(file, { force: true }), rm(into, { force: true })]).catch(() => {});
    }
  }

  async function sendOriginal(
    exchange: StreamingExchange,
    key: ImageKey,
    cacheControl: string,
  ): Promise<void> {
    const original = await store.read(key).catch((error: unknown) => {
      options.log.warn('An image could not be read', { requestId: exchange.requestId, error });
      return 'unavailable' as const;
    });
    if (original === null) return exchange.send(plainResponse(404, missing));
    if (original === 'unavailable') {
      const headers = ['Retry-After', '5'];
      return exchange.send(plainResponse(503, 'Images cannot be reached right now.', { headers }));
    }
    await sendImage(exchange, { ...original, type: imageTypeOf(key) }, { cacheControl, tag: 'original' });
  }
}
