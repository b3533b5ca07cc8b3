import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

import { chooseEncoding, isCompressible } from '../responses/accept-encoding.ts';
import type { HttpContext } from './http-context.ts';
import { compress, compressNow } from '../responses/compress.ts';
import { valueOf, type FlatHeaders } from '../responses/prepared-response.ts';

/**
 * Statements about the connection, about the proxy in front, or to the framework, that no client may make; and the origin,
 * which is checked already.
 */
const withheldRequestHeaders =
  /^(?:connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|host|origin|content-length|forwarded|via|x-request-id|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|fastly-client-ip|x-http-method|x-http-method-override|x-method-override|proxy-.*|x-forwarded.*|x-original-.*|x-rewrite-.*|x-react-router-.*|x-remix-.*|x-middleware-.*)$/;

/**
 * The request as the framework sees it. Its address is built from our own origin, never from the Host header; the
 * client's address is the one we worked out, in `X-Forwarded-For`.
 */
export function createFrameworkRequest(
  ctx: Pick<HttpContext, 'request' | 'origin' | 'pathname' | 'search' | 'clientAddress'>,
  body: Buffer<ArrayBuffer> | undefined,
  signal: AbortSignal,
): Request {
  const { request: incoming, origin, pathname, search, clientAddress } = ctx;
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value === undefined || withheldRequestHeaders.test(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('Host', new URL(origin).host);
  headers.set('X-Forwarded-For', clientAddress);
  const method = incoming.method ?? 'GET';
  return new Request(origin + pathname + search, {
    method,
    headers,
    signal,
    ...(method === 'GET' || method === 'HEAD' || body === undefined ? {} : { body }),
  });
}

/**
 * Sends a framework response, compressed where that helps: a file to be saved as it is made, everything else in one piece.
 * Ends when everything is sent or the client has left; an error in the midst of a file cuts the connection, as the status
 * line is long gone.
 */
export async function sendFrameworkResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
  headers: FlatHeaders,
): Promise<void> {
  if (outgoing.destroyed) {
    await response.body?.cancel();
    return;
  }
  const type = valueOf(headers, 'content-type') ?? '';
  const mayCompress =
    response.body !== null &&
    isCompressible(type) &&
    valueOf(headers, 'content-encoding') === undefined &&
    valueOf(headers, 'content-range') === undefined;
  const encoding = mayCompress ? chooseEncoding(incoming.headers['accept-encoding']) : 'identity';
  const all = mayCompress ? withVary(headers) : headers;

  if (incoming.method === 'HEAD' || response.body === null) {
    outgoing.writeHead(response.status, [...all]);
    outgoing.end();
    await response.body?.cancel();
    return;
  }
  const sent = encoding === 'identity' ? [...all] : [...compressedHeaders(all), 'Content-Encoding', encoding];
  if (valueOf(headers, 'content-disposition') === undefined) {
    const body = Buffer.from(await response.arrayBuffer());
    const bytes = encoding === 'identity' ? body : await inOnePiece(body, encoding);
    outgoing.writeHead(response.status, sent);
    outgoing.end(bytes);
    return;
  }
  outgoing.writeHead(response.status, sent);
  const pieces = response.body.values();
  if (encoding === 'identity') await pipeline(pieces, outgoing);
  else await pipeline(pieces, createCompressor(encoding), outgoing);
}

/** Quality of brotli for a response that is sent once. */
const quality = 4;

/** Bytes. Up to here the work is done sooner than another thread could be asked for it. */
const maxAtOnce = 16_384;

function inOnePiece(body: Buffer, encoding: 'br' | 'gzip'): Buffer | Promise<Buffer> {
  return body.byteLength <= maxAtOnce
    ? compressNow(body, encoding, quality)
    : compress(body, encoding, quality);
}

/** Flushes with every piece, so that a file arrives as it is made. */
function createCompressor(encoding: 'br' | 'gzip') {
  return encoding === 'gzip'
    ? createGzip({ flush: constants.Z_SYNC_FLUSH })
    : createBrotliCompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        params: { [constants.BROTLI_PARAM_QUALITY]: quality },
      });
}

/** Length and strong tag describe the bytes before compression. */
function compressedHeaders(headers: FlatHeaders): FlatHeaders {
  const result: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    const value = headers[index + 1] ?? '';
    const lower = name.toLowerCase();
    if (lower === 'content-length') continue;
    result.push(name, lower === 'etag' && !value.startsWith('W/') ? `W/${value}` : value);
  }
  return result;
}

function withVary(headers: FlatHeaders): FlatHeaders {
  const vary = valueOf(headers, 'vary');
  if (vary === undefined) return [...headers, 'Vary', 'Accept-Encoding'];
  if (/\*|accept-encoding/i.test(vary)) return headers;
  return headers.map((text, index) =>
    index % 2 === 1 && headers[index - 1]?.toLowerCase() === 'vary' ? `${text}, Accept-Encoding` : text,
  );
}
