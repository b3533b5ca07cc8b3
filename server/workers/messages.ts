import { z } from 'zod';

/** What the primary process and its workers tell each other. */

/** One of a `MetricSnapshot`. */
const metric = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** `id`: of a question, whose answer has the same. */
const id = z.int();

/** The last good copy of a page; the body in base64. Null: there is none. */
const copy = z.object({ headers: z.array(z.string()), body: z.string(), modifiedAt: z.number() }).nullable();

const toWorker = z.discriminatedUnion('kind', [
  /** The database is open and the installation prepared: everything can be answered. */
  z.object({ kind: z.literal('open') }),
  /** Another process has changed content. The answer is `settled`. */
  z.object({ kind: z.literal('content-changed'), id }),
  /** The answer to `content-changed` of this worker. */
  z.object({ kind: z.literal('settled'), id }),
  /** Another worker needs a copy of a page. The answer is `copy`. */
  z.object({ kind: z.literal('copy-wanted'), id, address: z.string() }),
  /** The answer to `copy-wanted` of this worker. */
  z.object({ kind: z.literal('copy'), id, copy }),
  /** The answer is `metrics`. */
  z.object({ kind: z.literal('measure'), id }),
  /** Another worker has taken its place. */
  z.object({ kind: z.literal('retire') }),
  z.object({ kind: z.literal('stop') }),
]);

const toPrimary = z.discriminatedUnion('kind', [
  /** It hears of changes from now on. */
  z.object({ kind: z.literal('hears') }),
  /** It answers everything. */
  z.object({ kind: z.literal('ready') }),
  /** It cannot start; the message is for the person who started the product. */
  z.object({ kind: z.literal('failed'), message: z.string() }),
  z.object({ kind: z.literal('outbox-filled') }),
  /** It has changed content. The answer is `settled`, once nothing from before can be shown by any other worker. */
  z.object({ kind: z.literal('content-changed'), id }),
  /** The answer to `measure`: what the worker has counted, see `MetricSnapshot`. */
  z.object({ kind: z.literal('metrics'), id, snapshot: z.array(metric) }),
  /** The answer to `content-changed` of another process. */
  z.object({ kind: z.literal('settled'), id }),
  /** It has no copy of a page, and the database cannot be asked. The answer is `copy`. */
  z.object({ kind: z.literal('copy-wanted'), id, address: z.string() }),
  /** The answer to `copy-wanted` of another worker. */
  z.object({ kind: z.literal('copy'), id, copy }),
]);

export type MessageToWorker = z.output<typeof toWorker>;
export type MessageToPrimary = z.output<typeof toPrimary>;
export type SentCopy = z.output<typeof copy>;

/** Of the library for processes, or of another release. */
export function parseMessageToWorker(message: unknown): MessageToWorker | null {
  return toWorker.safeParse(message).data ?? null;
}

export function parseMessageToPrimary(message: unknown): MessageToPrimary | null {
  return toPrimary.safeParse(message).data ?? null;
}

/** Set for each worker: its place, from 0. */
export const placeVariable = 'ANYFORGE_WORKER_PLACE';
/** Set for the workers of a start: they take connections before they are ready. */
export const listenVariable = 'ANYFORGE_LISTEN_AT_ONCE';
