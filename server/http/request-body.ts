import type { IncomingMessage } from 'node:http';

/** Bodies of different purposes do not share memory: a crowd of one leaves the others their room. */
export type BodyPurpose = 'sign-in' | 'forms' | 'views' | 'admin' | 'large';

/** How much a request may bring, and how long it may take to arrive. */
export interface BodyLimit {
  /** The path without `.data`, matched from its start. */
  readonly path: RegExp;
  readonly purpose: BodyPurpose;
  readonly bytes: number;
  /** What an administrator may send instead. Who asks is found out before the body is read. */
  readonly administratorBytes?: number;
  readonly milliseconds: number;
}

/** Most bytes that a request without a session may send: enough for every public form. */
const SMALL = 64_000;
/** A post with everything in it. */
const LARGEST = 6_000_000;
const ORDINARY: BodyLimit = { path: /^/, purpose: 'forms', bytes: SMALL, milliseconds: 30_000 };

/** Where something other than the ordinary 64 kB in 30 s is allowed. The first match counts. */
export const bodyLimits: readonly BodyLimit[] = [
  { path: /^\/api\/email-events\//, purpose: 'forms', bytes: 256_000, milliseconds: 10_000 },
  { path: /^\/rpc\//, purpose: 'views', bytes: SMALL, milliseconds: 10_000 },
  {
    path: /^\/(?:api\/auth\/|admin\/(?:login|logout|setup|forgot-password|reset-password|confirm|invitation)$)/,
    purpose: 'sign-in',
    bytes: SMALL,
    milliseconds: 30_000,
  },
  {
    path: /^\/admin\/posts\//,
    purpose: 'admin',
    bytes: SMALL,
    administratorBytes: LARGEST,
    milliseconds: 60_000,
  },
  {
    path: /^\/admin(?:\/|$)/,
    purpose: 'admin',
    bytes: SMALL,
    administratorBytes: 1_000_000,
    milliseconds: 30_000,
  },
];

export function bodyLimitOf(pathname: string, limits: readonly BodyLimit[]): BodyLimit {
  const path = pathname.replace(/\.data$/, '');
  return limits.find((limit) => limit.path.test(path)) ?? ORDINARY;
}

/** Whether the request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  );
}

/** Bytes the request announces; Infinity when it does not say. */
export function announcedBytes(request: IncomingMessage): number {
  return request.headers['transfer-encoding'] === undefined
    ? Number(request.headers['content-length'] ?? 0)
    : Infinity;
}

export type BodyResult =
  | { readonly kind: 'complete'; readonly body: Buffer<ArrayBuffer> }
  /** More than allowed, announced or sent. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'too-slow' }
  /** All bodies of this purpose, or those of this client, take too much memory right now. */
  | { readonly kind: 'no-room' }
  /** The client left before the end. */
  | { readonly kind: 'gone' };

/** Memory for bodies on their way in. */
export interface BodyRoom {
  /** Bytes. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

/** Bytes of memory: for all bodies together, and for those of one client. */
export interface BodyMemory {
  readonly all: number;
  readonly perClient: number;
}

export const bodyMemory: Readonly<Record<BodyPurpose, BodyMemory>> = {
  'sign-in': { all: 16_000_000, perClient: 2_000_000 },
  forms: { all: 16_000_000, perClient: 2_000_000 },
  views: { all: 16_000_000, perClient: 4_000_000 },
  admin: { all: 16_000_000, perClient: 2_000_000 },
  // Administrators of one office share an address.
  large: { all: 64_000_000, perClient: 32_000_000 },
};

/** A body that announces no more waits for no room: thousands of them take less than the room of one purpose. */
export const roomlessBytes = 8_000;
export const noRoomNeeded: BodyRoom = { take: () => true, give: () => {} };

/** @returns the room of one client, who has a share of the memory and no more. */
export function createBodyRoom({ all, perClient }: BodyMemory): (client: string) => BodyRoom {
  const taken = new Map<string, number>();
  let total = 0;
  return (client) => ({
    take(bytes) {
      const own = taken.get(client) ?? 0;
      if (total + bytes > all || own + bytes > perClient) return false;
      total += bytes;
      taken.set(client, own + bytes);
      return true;
    },
    give(bytes) {
      total -= bytes;
      const left = (taken.get(client) ?? 0) - bytes;
      if (left > 0) taken.set(client, left);
      else taken.delete(client);
    },
  });
}

/** How slowly a body may come: below `bytesPerSecond` over any `seconds` it is given up. */
export interface LeastRate {
  readonly bytesPerSecond: number;
  readonly seconds: number;
}

export const leastRate: LeastRate = { bytesPerSecond: 2_000, seconds: 10 };

/** How often the rate is looked at. Milliseconds. */
const TICK = 1000;

/**
 * Reads the whole body before anything is done with it: what is cut off, too large or too slow never reaches the
 * framework, and a slow sender holds no place among the renders. The caller gives the room of a complete body back.
 *
 * Time is counted in ticks of a timer, not by the clock: while this process is late nothing ticks, so that a client is
 * not blamed for bytes that lie unread.
 */
export function readBody(
  request: IncomingMessage,
  limit: { bytes: number; milliseconds: number },
  room: BodyRoom,
  rate: LeastRate = leastRate,
): Promise<BodyResult> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytes)
    return Promise.resolve({ kind: 'too-large' });
  if (request.destroyed) return Promise.resolve({ kind: 'gone' });

  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let ticks = 0;
    let isOver = false;
    /** The size at each of the last ticks, oldest first. */
    const sizes = [0];
    const every = Math.min(TICK, limit.milliseconds);
    const timer = setInterval(onTick, every);

    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onGone);
    request.on('error', onGone);

    function onTick(): void {
      ticks += 1;
      sizes.push(size);
      const isStalled =
        sizes.length > rate.seconds && size - (sizes.shift() ?? 0) < rate.bytesPerSecond * rate.seconds;
      if (isStalled || ticks * every >= limit.milliseconds) settle({ kind: 'too-slow' });
    }
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
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onGone);
      // The error listener stays: a late reset without one would end the process.
      if (result.kind !== 'complete') room.give(size);
      resolve(result);
    }
  });
}
