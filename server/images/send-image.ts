import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { mediaTypeOf, type ImageType } from '#domain/images/image-limits.ts';

import type { StreamingExchange } from '../http/streaming-route.ts';
import { matchesTag } from '../responses/prepared-response.ts';

/**
 * Sends an image; nothing but its headers to those who have it already.
 * @param headers.tag tells the variants of one address apart
 */
export async function sendImage(
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
