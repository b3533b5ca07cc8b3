import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { chooseEncoding, isCompressible, type Encoding } from './accept-encoding.ts';
import { compress } from './compress.ts';

/** Header names and values in turn, as `http.ServerResponse.writeHead` takes them. */
export type FlatHeaders = readonly string[];

/** A whole response in memory, in the encodings that were asked for so far. */
export type FinishedResponse = ReturnType<typeof createFinishedResponse>;

export type Variant = {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: FlatHeaders;
  readonly notModifiedHeaders: FlatHeaders;
  /**
   * All headers of a 200 to this request, in an array that the next call changes: `writeHead` reads it at once. Undefined
   * while the date of the content lies ahead.
   */
  headersFor(requestId: string): string[] | undefined;
};

/** Below this the frame of a compressed body is not worth it. */
const smallestCompressed = 256;
/** Not repeated on a 304 (RFC 9110, 15.4.5). */
const bodyHeaders: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-length']);

/**
 * @param content.headers everything except length, encoding, `ETag` and `Vary`, which are added here
 * @param content.modified may lie ahead by less than a second: see `dateOf`
 * @param content.varyBy request headers that decide which page this is, beside `Accept-Encoding`
 * @param content.brotliQuality 0 to 11; low for pages rendered often, high for files that stay
 */
export function createFinishedResponse(content: {
  status: number;
  headers: FlatHeaders;
  body: Buffer;
  brotliQuality: number;
  modified?: Date | undefined;
  varyBy?: readonly string[] | undefined;
}) {
  const { status, headers, body, brotliQuality, modified, varyBy = [] } = content;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const isCompressed =
    body.byteLength >= smallestCompressed && isCompressible(valueOf(headers, 'content-type') ?? '');
  const vary = [...varyBy, ...(isCompressed ? ['Accept-Encoding'] : [])].join(', ');
  const variants = new Map<Encoding, Variant | Promise<Variant>>();

  return {
    status,
    /** When the content last changed, to the second, also as an HTTP date; undefined if it may not be cached. */
    modified: modified && { at: wholeSecond(modified.getTime()), date: modified.toUTCString() },
    /**
     * Upper bound of the memory it can come to take. Compressed text is smaller than the text, so two encodings beside it
     * never take more than twice as much again.
     */
    maximumBytes: body.byteLength * (isCompressed ? 3 : 1) + 4096,
    type: valueOf(headers, 'content-type'),
    /** The same for two responses with the same status, headers and body. */
    digest: JSON.stringify([status, hash, headers]),
    /** At once when this encoding was made before; the work is done once, outside the event loop. */
    variant(wanted: Encoding): Variant | Promise<Variant> {
      const encoding = isCompressed ? wanted : 'identity';
      const known = variants.get(encoding);
      if (known !== undefined) return known;
      if (encoding === 'identity') {
        const made = describe(body, encoding);
        variants.set(encoding, made);
        return made;
      }
      const making = compress(body, encoding, brotliQuality).then((bytes) => {
        const made = describe(bytes, encoding);
        variants.set(encoding, made);
        return made;
      });
      variants.set(encoding, making);
      return making;
    },
  };

  function describe(bytes: Buffer, encoding: Encoding): Variant {
    // A weak tag names the content, whatever it is packed in (RFC 9110, 8.8.3.3); bytes sent as they are have a strong one.
    const etag = isCompressed ? `W/"${hash}"` : `"${hash}"`;
    const all = [
      ...headers,
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...(vary === '' ? [] : ['Vary', vary]),
      'ETag',
      etag,
      'Content-Length',
      String(bytes.byteLength),
    ];
    const complete = [
      ...all,
      ...(modified ? ['Last-Modified', modified.toUTCString()] : []),
      'X-Request-Id',
      '',
    ];
    return {
      body: bytes,
      etag,
      headers: all,
      notModifiedHeaders: withoutBodyHeaders(all),
      headersFor(requestId) {
        if (modified !== undefined && wholeSecond(modified.getTime()) > Date.now()) return undefined;
        complete[complete.length - 1] = requestId;
        return complete;
      },
    };
  }
}

/**
 * Answers GET and HEAD from memory: 304 when the client has this content, else the response.
 *
 * @param extra headers of this one exchange
 */
export function sendFinishedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  finished: FinishedResponse,
  extra: FlatHeaders,
): void | Promise<void> {
  const variant = finished.variant(chooseEncoding(request.headers['accept-encoding']));
  return variant instanceof Promise ? variant.then(send) : send(variant);

  function send({ body, etag, headers, notModifiedHeaders }: Variant): void {
    const added = [...dateOf(finished), ...extra];
    if (finished.status === 200 && isUnmodified(request.headers, etag, finished.modified?.at)) {
      response.writeHead(304, [...notModifiedHeaders, ...added]);
      response.end();
      return;
    }
    response.writeHead(finished.status, [...headers, ...added]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }
}

/**
 * A date never lies ahead (RFC 9110, 8.8.2.1). Until its own second has come, a response names the one before, which
 * does not count as knowing it.
 */
function dateOf({ modified }: FinishedResponse): FlatHeaders {
  if (modified === undefined) return [];
  const now = Date.now();
  return ['Last-Modified', modified.at <= now ? modified.date : new Date(now).toUTCString()];
}

function wholeSecond(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

/** RFC 9110, 13.2.2: a tag, where there is one, is the better witness than a date. */
function isUnmodified(headers: IncomingHttpHeaders, etag: string, modifiedAt: number | undefined): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return matchesTag(tags, etag);
  const known = headers['if-modified-since'];
  return known !== undefined && modifiedAt !== undefined && Date.parse(known) >= modifiedAt;
}

/** RFC 9110, 13.1.2: compared weakly. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => opaque(tag.trim()) === opaque(etag));
}

function opaque(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** The value of a header in a flat list; the name in lower case. */
export function valueOf(headers: FlatHeaders, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() === name) return headers[index + 1];
  }
  return undefined;
}

function withoutBodyHeaders(headers: FlatHeaders): FlatHeaders {
  return headers.filter((_, index) => !bodyHeaders.has(headers[index - (index % 2)]?.toLowerCase() ?? ''));
}
