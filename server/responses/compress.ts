import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gzip,
  gzipSync,
  type BrotliOptions,
} from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The body from brotli. */
export const unpack = promisify(brotliDecompress);

/** @param quality brotli's, 0 to 11; gzip, whose levels end at 9, gives its best above 5 */
export function compress(body: Buffer, encoding: 'br' | 'gzip', quality: number): Promise<Buffer> {
  return encoding === 'gzip'
    ? zip(body, { level: gzipLevel(quality) })
    : brotli(body, brotliOptions(body, quality));
}

/** The same on the event loop: for small bodies at low quality, which are done before another thread has begun. */
export function compressNow(body: Buffer, encoding: 'br' | 'gzip', quality: number): Buffer {
  return encoding === 'gzip'
    ? gzipSync(body, { level: gzipLevel(quality) })
    : brotliCompressSync(body, brotliOptions(body, quality));
}

function gzipLevel(quality: number): number {
  return quality > 5 ? 9 : quality;
}

function brotliOptions(body: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  };
}
