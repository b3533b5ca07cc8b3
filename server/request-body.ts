import type { IncomingMessage } from 'node:http';

/** How much a request may bring, and how long it may take to arrive. */
export interface BodyLimit {
  /** The path without `.data`, matched from its start. */
  readonly path: RegExp;
  readonly bytes: number;
  readonly milliseconds: number;
}

const ORDINARY = { bytes: 1_000_000, milliseconds: 30_000 };

/** Where something other than the ordinary 1 MB in 30 s is allowed. The first match counts. */
export const bodyLimits: readonly BodyLimit[] = [
  { path: /^\/rpc\//, bytes: ORDINARY.bytes, milliseconds: 10_000 },
  { path: /^\/admin\/posts\//, bytes: 6_000_000, milliseconds: 60_000 },
];

export function bodyLimitOf(
  pathname: string,
  limits: readonly BodyLimit[],
): { bytes: number; milliseconds: number } {
  const path = pathname.replace(/\.data$/, '');
  return limits.find((limit) => limit.path.test(path)) ?? ORDINARY;
}

/** Whether the request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

export type BodyResult =
  | { readonly kind: 'complete'; readonly body: Buffer<ArrayBuffer> }
  /** More than allowed, announced or sent. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-slow' }
  /** All bodies together take too much memory right now. */
  | { readonly kind: 'no-room' }
  /** The client left before the end. */
  | { readonly kind: 'gone' };

/** Memory for bodies on their way in, shared by all requests. */
export interface BodyRoom {
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createBodyRoom(maximumBytes: number): BodyRoom {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > maximumBytes) return false;
      taken += bytes;
      return true;
    },
    give(bytes) {
      taken -= bytes;
    },
  };
}

/**
 * Reads the whole body before anything is done with it: what is cut off, too large or too slow never reaches the
 * framework, and a slow sender holds no place among the renders. The caller gives the room of a complete body back.
 */
export function readBody(
  request: IncomingMessage,
  limit: { bytes: number; milliseconds: number },
  room: BodyRoom,
): Promise<BodyResult> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytes)
    return Promise.resolve({ kind: 'too-large' });

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timeout = setTimeout(() => settle({ kind: 'too-slow' }), limit.milliseconds);

    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onGone);
    request.on('error', onGone);

    function onData(chunk: Buffer): void {
      if (size + chunk.byteLength > limit.bytes) settle({ kind: 'too-large' });
      else if (!room.take(chunk.byteLength)) settle({ kind: 'no-room' });
      else {
        size += chunk.byteLength;
        chunks.push(chunk);
      }
    }
    function onEnd(): void {
      settle({ kind: 'complete', body: Buffer.concat(chunks, size) });
    }
    function onGone(): void {
      settle({ kind: 'gone' });
    }
    function settle(result: BodyResult): void {
      clearTimeout(timeout);
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onGone);
      // The error listener stays: a late reset without one would end the process.
      if (result.kind !== 'complete') room.give(size);
      resolve(result);
    }
  });
}
