import type { IncomingMessage } from 'node:http';

/** Bodies of different purposes do not share memory: a crowd of one leaves the others their room. */
export type BodyPurpose = 'sign-in' | 'forms' | 'views' | 'admin' | 'large';

/** How much a request may bring, and how long it may take to arrive. */
export type BodyLimit = {
  /** The path without `.data`, matched from its start. */
  readonly path: RegExp;
  readonly purpose: BodyPurpose;
  readonly bytes: number;
  /** Limit for an administrator. The person is identified before the body is read. */
  readonly administratorBytes?: number;
  readonly milliseconds: number;
};

/** Most bytes that a request without a session may send, besides public forms. */
const smallBody = 64_000;
/** A post with everything in it. */
const largestBody = 6_000_000;
/** The longest message, in a script whose characters take nine bytes each in a form that is not multipart. */
const formBody = 120_000;
const ordinaryBody: BodyLimit = { path: /^/, purpose: 'forms', bytes: formBody, milliseconds: 30_000 };

/** Where something other than the ordinary 120 kB in 30 s is allowed. The first match counts. */
export const bodyLimits: readonly BodyLimit[] = [
  { path: /^\/api\/email-events\//, purpose: 'forms', bytes: 256_000, milliseconds: 10_000 },
  { path: /^\/rpc\//, purpose: 'views', bytes: smallBody, milliseconds: 10_000 },
  {
    path: /^\/(?:api\/auth\/|admin\/(?:login|logout|setup|forgot-password|reset-password|confirm|invitation)$)/,
    purpose: 'sign-in',
    bytes: smallBody,
    milliseconds: 30_000,
  },
  {
    path: /^\/admin\/posts\//,
    purpose: 'admin',
    bytes: smallBody,
    administratorBytes: largestBody,
    milliseconds: 60_000,
  },
  {
    path: /^\/admin(?:\/|$)/,
    purpose: 'admin',
    bytes: smallBody,
    administratorBytes: 1_000_000,
    milliseconds: 30_000,
  },
];

export function bodyLimitOf(pathname: string, limits: readonly BodyLimit[]): BodyLimit {
  const path = pathname.replace(/\.data$/, '');
  return limits.find((limit) => limit.path.test(path)) ?? ordinaryBody;
}

/** Bytes the request announces; Infinity when it does not say. */
export function announcedBytes(request: IncomingMessage): number {
  return request.headers['transfer-encoding'] === undefined
    ? Number(request.headers['content-length'] ?? 0)
    : Infinity;
}

/** `too-large`: more than allowed, announced or sent. `gone`: the client left before the end. */
export type BodyEnd = { readonly kind: 'complete' | 'too-large' | 'too-slow' | 'gone' };

type BodyResult =
  | { readonly kind: 'complete'; readonly body: Buffer<ArrayBuffer> }
  /** `no-room`: all bodies of this purpose, or those of this client, take too much memory right now. */
  | { readonly kind: Exclude<BodyEnd['kind'], 'complete'> | 'no-room' };

type BodyRoom = {
  /** Bytes. */
  take(bytes: number): boolean;
  give(bytes: number): void;
};

/** Bytes of memory: for all bodies together, and for those of one client. */
export type BodyMemory = {
  readonly all: number;
  readonly perClient: number;
};

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
export const leastRate = { bytesPerSecond: 2_000, seconds: 10 };

/** How often the rate is looked at. Milliseconds. */
const tickEvery = 1000;

/**
 * Reads the whole body before anything is done with it: what is cut off, too large or too slow never reaches the
 * framework, and a slow sender holds no place among the renders. The caller gives the room of a complete body back.
 */
export async function readBody(
  request: IncomingMessage,
  limit: { bytes: number; milliseconds: number },
  room: BodyRoom,
): Promise<BodyResult> {
  const chunks: Buffer[] = [];
  let size = 0;
  const { kind } = await receiveBody(request, limit, (chunk) => {
    if (!room.take(chunk.byteLength)) return { kind: 'no-room' as const };
    size += chunk.byteLength;
    chunks.push(chunk);
    return null;
  });
  if (kind === 'complete') return { kind, body: Buffer.concat(chunks, size) };
  room.give(size);
  return { kind };
}

/**
 * Reads a body to its end, or until it breaks a limit. Time is counted in ticks of a timer, not by the clock: while this
 * process is late, or reads no further because a disk is, nothing ticks, so that a client is not blamed for bytes that lie
 * unread.
 *
 * @param take gets each piece; what it returns other than null ends the reading
 */
export function receiveBody<End>(
  request: IncomingMessage,
  limit: { bytes: number; milliseconds: number },
  take: (chunk: Buffer) => End | null,
): Promise<BodyEnd | End> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytes)
    return Promise.resolve({ kind: 'too-large' });
  if (request.destroyed) return Promise.resolve({ kind: 'gone' });

  return new Promise((resolve) => {
    let size = 0;
    let ticks = 0;
    /** The size at each of the last ticks, oldest first. */
    const sizes = [0];
    const every = Math.min(tickEvery, limit.milliseconds);
    const timer = setInterval(onTick, every);

    request.on('data', onData);
    request.on('end', onEnd);
    request.on('close', onGone);
    request.on('error', onGone);

    function onTick(): void {
      if (request.isPaused()) return;
      ticks += 1;
      sizes.push(size);
      const { bytesPerSecond, seconds } = leastRate;
      const isStalled = sizes.length > seconds && size - (sizes.shift() ?? 0) < bytesPerSecond * seconds;
      if (isStalled || ticks * every >= limit.milliseconds) settle({ kind: 'too-slow' });
    }
    function onData(chunk: Buffer): void {
      size += chunk.byteLength;
      const end = size > limit.bytes ? ({ kind: 'too-large' } as const) : take(chunk);
      if (end !== null) settle(end);
    }
    function onEnd(): void {
      settle({ kind: 'complete' });
    }
    function onGone(): void {
      settle({ kind: 'gone' });
    }
    function settle(end: BodyEnd | End): void {
      clearInterval(timer);
      request.off('data', onData);
      request.off('end', onEnd);
      request.off('close', onGone);
      // The error listener stays: a late reset without one would end the process.
      resolve(end);
    }
  });
}
