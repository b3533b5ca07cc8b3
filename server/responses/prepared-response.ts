import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { chooseEncoding, isCompressible, type Encoding } from './accept-encoding.ts';
import { compress, unpack } from './compress.ts';

/** Header names and values in turn, as `http.ServerResponse.writeHead` takes them. */
export type FlatHeaders = readonly string[];

/** A whole response in memory, in the encodings that were asked for so far. */
export type FinishedResponse = ReturnType<typeof createFinishedResponse>;

type Variant = {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: FlatHeaders;
};

/** Below this the frame of a compressed body is not worth it. */
const smallestCompressed = 256;
/** Not repeated on a 304 (RFC 9110, 15.4.5). */
const bodyHeaders: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-length']);

type Props = {
  status: number;
  headers: FlatHeaders;
  body: Buffer;
  brotliQuality: number;
  modified?: Date | undefined;
  varyBy?: readonly string[] | undefined;
};

/**
 * @param content.headers everything except length, encoding, `ETag` and `Vary`, which are added here
 * @param content.modified may lie ahead by less than a second: see `dateOf`
 * @param content.varyBy request headers that decide which page this is, beside `Accept-Encoding`
 * @param content.brotliQuality 0 to 11; low for pages rendered often, high for files that stay
 */
export function createFinishedResponse(content: Props) {
  const { status, headers, body, brotliQuality, modified, varyBy = [] } = content;
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const isCompressed =
    body.byteLength >= smallestCompressed && isCompressible(valueOf(headers, 'content-type') ?? '');
  const vary = [...varyBy, ...(isCompressed ? ['Accept-Encoding'] : [])].join(', ');
  // A weak tag names the content, whatever it is packed in (RFC 9110, 8.8.3.3); bytes sent as they are have a strong one.
  const shared = { headers, vary, etag: isCompressed ? `W/"${hash}"` : `"${hash}"` };
  const variants = new Map<Encoding, Variant | Promise<Variant>>();
  variants.set('identity', describe(body, 'identity', shared));
  /** Reads the brotli body where it was left. */
  let readBack: (() => Promise<Buffer>) | undefined;

  const finished = {
    status,
    /** When the content last changed, to the second, also as an HTTP date; undefined if it may not be cached. */
    modified: modified && { at: wholeSecond(modified.getTime()), date: modified.toUTCString() },
    type: valueOf(headers, 'content-type'),
    location: valueOf(headers, 'location'),
    /** The same for two responses with the same status, headers and body. */
    digest: createHash('sha256')
      .update(JSON.stringify([status, hash, headers]))
      .digest('base64url'),
    /** The bytes of all bodies that it holds. */
    heldBytes(): number {
      let bytes = 0;
      for (const variant of variants.values())
        bytes += variant instanceof Promise ? 0 : variant.body.byteLength;
      return bytes;
    },
    /** Called when it holds another body than before. */
    onHeld: () => {},
    /** At once when it holds this encoding; else the work is done once, outside the event loop. */
    variant(wanted: Encoding): Variant | Promise<Variant> {
      const encoding = isCompressed ? wanted : 'identity';
      const known = variants.get(encoding);
      if (known !== undefined) return known;
      const making = bodyIn(encoding).then((bytes) => {
        const variant = describe(ownCopy(bytes), encoding, shared);
        variants.set(encoding, variant);
        finished.onHeld();
        return variant;
      });
      variants.set(encoding, making);
      making.catch(() => variants.delete(encoding));
      return making;
    },
    /** Holds only the brotli body from now on, and makes other encodings from it for those who ask. */
    async pack(): Promise<void> {
      if (!isCompressed) return;
      await finished.variant('br');
      variants.delete('identity');
    },
    packedBody(): Buffer | undefined {
      const variant = variants.get('br');
      return variant instanceof Promise ? undefined : variant?.body;
    },
    /** Holds no body from now on. */
    unload(read: () => Promise<Buffer>): void {
      readBack = read;
      variants.clear();
    },
  };
  return finished;

  async function bodyIn(encoding: Encoding): Promise<Buffer> {
    const plain = variants.get('identity');
    if (encoding === 'br' && readBack !== undefined) return readBack();
    const unpacked = (await plain)?.body ?? (await unpack((await finished.variant('br')).body));
    return encoding === 'identity' ? unpacked : compress(unpacked, encoding, brotliQuality);
  }
}

function describe(
  body: Buffer,
  encoding: Encoding,
  { headers, vary, etag }: { headers: FlatHeaders; vary: string; etag: string },
): Variant {
  const all = [
    ...headers,
    ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ...(vary === '' ? [] : ['Vary', vary]),
    'ETag',
    etag,
    'Content-Length',
    String(body.byteLength),
  ];
  return { body, etag, headers: all };
}

/** Answers GET and HEAD from memory: 304 when the client has this content, else the response. */
export function sendFinishedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  finished: FinishedResponse,
  extra: FlatHeaders,
): void | Promise<void> {
  const variant = finished.variant(chooseEncoding(request.headers['accept-encoding']));
  return variant instanceof Promise ? variant.then(send) : send(variant);

  function send({ body, etag, headers }: Variant): void {
    const added = [...dateOf(finished), ...extra];
    if (finished.status === 200 && isUnmodified(request.headers, etag, finished.modified?.at)) {
      response.writeHead(304, [...withoutBodyHeaders(headers), ...added]);
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
export function dateOf({ modified }: FinishedResponse): FlatHeaders {
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

/** The result of a compression stands in a chunk of memory that may be much larger. */
function ownCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(copy);
  return copy;
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
