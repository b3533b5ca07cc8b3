import { z } from 'zod';

/** What the primary process and its workers tell each other. */

/** One of a `MetricSnapshot`. */
const metric = z.custom<object>((value) => typeof value === 'object' && value !== null);

/** `id`: of a question, whose answer has the same. */
const id = z.int();

const toWorker = z.discriminatedUnion('kind', [
  /** The database is open and the installation prepared: everything can be answered. */
  z.object({ kind: z.literal('open') }),
  /** Another process has changed content. The answer is `settled`. */
  z.object({ kind: z.literal('content-changed'), id }),
  /** The answer to `content-changed` of this worker. */
  z.object({ kind: z.literal('settled'), id }),
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
]);

export type MessageToWorker = z.output<typeof toWorker>;
export type MessageToPrimary = z.output<typeof toPrimary>;

/** Of the library for processes, or of another release. */
export function parseMessageToWorker(message: unknown): MessageToWorker | null {
  return toWorker.safeParse(message).data ?? null;
}

export function parseMessageToPrimary(message: unknown): MessageToPrimary | null {
  return toPrimary.safeParse(message).data ?? null;
}

/** Set for each worker: its place, from 0. The one at place 0 writes the copies of pages. */
export const placeVariable = 'ANYFORGE_WORKER_PLACE';
/** Set for the workers of a start: they take connections before they are ready. */
export const listenVariable = 'ANYFORGE_LISTEN_AT_ONCE';
