import type { Logger } from '#adapters/log.ts';
import { icons } from '#domain/images/icon.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { type ImageKey, imageKeyOf, imageTypeOf } from '#domain/images/image.ts';
import { type ImageType, type ImageWidth, isImageWidth, mediaTypeOf } from '#domain/images/image-limits.ts';
import type { ImageStore, WantedType, WantedVariant } from '#domain/images/image-services.ts';
import { sharedType } from '#domain/images/social-image.ts';
import type { StreamingExchange, StreamingRoute } from '../http/streaming-route.ts';
import { type ImageVariants, variantName } from './image-variants.ts';
import { plainResponse } from '../responses/plain-response.ts';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readWeights } from '../responses/accept-encoding.ts';
import { matchesTag } from '../responses/prepared-response.ts';

type ImageDeliveryOptions = { store: Pick<ImageStore, 'read'>; variants: ImageVariants; log: Logger };

/** The address of an image is made at random and never used for another one. */
const forever = 'public, max-age=31536000, immutable';
/** Where the wanted size could not be made: the image itself, until it can. */
const forNow = 'public, max-age=60';
/** Maximum width of an image without `?w=` in a newer type. */
const widest: ImageWidth = 2400;

const missing = 'There is no image at this address.';

/**
 * `GET /storage/blog-images/{folder}/{name}` and `?w=`: a stored image, in an offered width and in the newest type
 * that the browser takes, or with `&type=jpg` in that one; `?icon=`: an icon made of it. Asks no database.
 */
export function createImageDelivery({ store, variants, log }: ImageDeliveryOptions): StreamingRoute {
  return { path: /^\/storage(?:\/|$)/, pattern: '/storage/*', methods: ['GET', 'HEAD'], answer };

  async function answer(exchange: StreamingExchange): Promise<void> {
    const { request, pathname, search } = exchange;
    const key = imageKeyOf(pathname);
    if (key === null) return exchange.send(plainResponse(404, missing));
    const wanted = readWanted(new URLSearchParams(search), request.headers.accept ?? '');
    if (typeof wanted === 'string') return exchange.send(plainResponse(400, wanted));
    if (wanted === null) return sendOriginal(exchange, key, forever);

    const made = await variants.read(key, wanted).catch((error: unknown) => {
      log.warn('An image could not be made in another size', { requestId: exchange.requestId, error });
      return 'failed' as const;
    });
    if (made === null) return exchange.send(plainResponse(404, missing));
    if (made === 'failed') return sendOriginal(exchange, key, forNow);
    await sendImage(exchange, made, { cacheControl: forever, tag: variantName(wanted) });
  }

  async function sendOriginal(
    exchange: StreamingExchange,
    key: ImageKey,
    cacheControl: string,
  ): Promise<void> {
    const original = await store.read(key).catch((error: unknown) => {
      log.warn('An image could not be read', { requestId: exchange.requestId, error });
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

/** The wanted form: null for the stored file itself; a text says why it is refused. */
function readWanted(asked: URLSearchParams, accept: string): WantedVariant | null | string {
  const icon = asked.get('icon');
  if (icon !== null) return isKeyOf(icons, icon) ? { icon } : 'Images are not offered as this icon.';
  const given = asked.get('w');
  const width = given === null ? null : Number(given);
  if (width !== null && (!isImageWidth(width) || String(width) !== given)) {
    return 'Images are not offered in this width.';
  }
  const givenType = asked.get('type');
  if (givenType !== null && (givenType !== sharedType || width === null)) {
    return 'Images are not offered in this type.';
  }
  const type = givenType ?? negotiateImageType(accept);
  const isAsStored = width === null && type === 'own';
  return isAsStored ? null : { width: width ?? widest, type };
}

/**
 * The newest type that a browser says it takes. A bare wildcard is no promise: crawlers and feed readers send it, and
 * many of them read JPEG and PNG only.
 */
export function negotiateImageType(accept: string): WantedType {
  const weights = readWeights(accept);
  const takes = (type: string) => (weights.get(type) ?? 0) > 0;
  return takes('image/avif') ? 'avif' : takes('image/webp') ? 'webp' : 'own';
}

/**
 * Sends an image; nothing but its headers to those who have it already.
 * @param headers.tag tells the variants of one address apart
 */
async function sendImage(
  exchange: StreamingExchange,
  image: { type: ImageType; bytes: number; stream: Readable },
  { cacheControl, tag }: { cacheControl: string; tag: string },
): Promise<void> {
  const { request, response, complete } = exchange;
  const { type, bytes, stream } = image;
  const etag = `"${tag}-${type}"`;
  const shared = ['Cache-Control', cacheControl, 'ETag', etag, 'Vary', 'Accept'];
  const answer = (status: number, headers: readonly string[] = []) =>
    response.writeHead(status, [...complete([...shared, ...headers])]);

  if (response.destroyed || matchesTag(request.headers['if-none-match'], etag)) {
    stream.destroy();
    answer(304).end();
    return;
  }
  answer(200, [
    'Content-Type',
    mediaTypeOf[type],
    'Content-Length',
    String(bytes),
    // Opened by itself an image is a document; it may do nothing.
    'Content-Security-Policy',
    "default-src 'none'; sandbox",
    // Feed readers and cards of other sites show it too.
    'Cross-Origin-Resource-Policy',
    'cross-origin',
  ]);
  if (request.method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  await pipeline(stream, response).catch((error: unknown) => {
    // A reader who leaves is no error of ours.
    if (!response.destroyed) throw error;
  });
}
