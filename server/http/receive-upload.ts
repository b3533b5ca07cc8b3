import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { storageErrorOf } from '#adapters/image-store.ts';
import type { Logger } from '#adapters/log.ts';
import { statusOf, unavailableMessage } from '#app/http/respond.ts';
import { isDomainError, isUnavailable } from '#domain/core/errors.ts';
import { hasRoomFor, type Disk } from '#domain/storage/disk-space.ts';
import { plainResponse } from '../responses/plain-response.ts';
import { receiveFile } from './receive-file.ts';
import type { StreamingExchange } from './streaming-route.ts';

const away =
  'The database cannot be reached at the moment. Nothing was stored; please try again in a moment.';

/** How often the room of the disk is looked at while a file arrives. Milliseconds. */
const lookEvery = 500;

type Props = {
  /** Where files wait until their work is done. */
  directory: string;
  limits: { bytes: number; milliseconds: number };
  /**
   * Files on their way in at once, of everyone and of each person; they wait on the disk, not in memory. `waiting`: so many
   * more of each person wait for their turn, before anything of them is read.
   */
  maxAtOnce: { all: number; each: number; waiting: number };
  messages: { busy: string; tooLarge: string; tooSlow: string; noRoom: string };
  diskSpace: Disk['diskSpace'];
  /** The answer to what neither a rule of the domain nor an unavailable database refused. */
  explain: (error: unknown) => { status: number; message: string };
  /** The words of the log about it. */
  failure: string;
  log: Logger;
};

/**
 * @returns a function that takes the body of a request into a file, as it comes, and does `work` with it; `look` sees its
 *   first bytes, and a message refuses the rest. The file is deleted afterwards, unless it was moved away.
 */
export function createUploads(
  options: Props,
): (
  exchange: StreamingExchange,
  userId: string,
  work: (file: string) => Promise<void>,
  look?: (head: Buffer) => string | null,
) => Promise<void> {
  const { directory, limits, maxAtOnce, messages } = options;
  const hasRoom = async () => hasRoomFor(0, await options.diskSpace());
  const turns = createTurns(maxAtOnce);
  /** Announced bytes of the files on their way. */
  let announced = 0;

  return async (exchange, userId, work, look = () => null) => {
    const { request, response, pathname, requestId, refuse } = exchange;
    const size = Number(request.headers['content-length'] ?? 0);
    if (size > limits.bytes) return refuse(413, messages.tooLarge);
    if (!(await turns.take(userId))) return refuse(503, messages.busy);
    const file = join(directory, randomUUID());
    let isFull = false;
    const watching = setInterval(() => void hasRoom().then((answer) => (isFull = !answer)), lookEvery);
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw storageErrorOf(error);
      });
      const space = await options.diskSpace();
      if (!hasRoomFor(announced + size, space)) return refuse(507, messages.noRoom);
      if (request.headers.expect !== undefined) response.writeContinue();
      announced += size;
      const received = await receiveFile(request, file, { limits, look, isFull: () => isFull }).finally(
        () => (announced -= size),
      );
      switch (received.kind) {
        case 'complete':
          return await work(file);
        case 'refused':
          return refuse(415, received.message);
        case 'too-large':
          return refuse(413, messages.tooLarge);
        case 'full':
          return refuse(507, messages.noRoom);
        case 'too-slow':
          return refuse(408, messages.tooSlow);
        case 'failed':
          throw storageErrorOf(received.error);
        case 'gone':
      }
    } catch (error) {
      const isRefusal = isDomainError(error);
      if (!isRefusal) options.log.error(options.failure, { requestId, error });
      const { status, message } = explained(error, options);
      if (!request.complete) return refuse(status, message);
      await exchange.send(plainResponse(status, message, { pathname }));
    } finally {
      clearInterval(watching);
      turns.end(userId);
      await rm(file, { force: true }).catch(() => {});
    }
  };
}

/** Turns of people, so that the files of one person do not keep out those of others. */
function createTurns({ all, each, waiting: maxWaiting }: Props['maxAtOnce']) {
  const senders: string[] = [];
  const waiting: { userId: string; begin: () => void }[] = [];
  const isFree = (userId: string) =>
    senders.length < all && senders.filter((sender) => sender === userId).length < each;

  return {
    /** @returns false when as many of this person wait already */
    async take(userId: string): Promise<boolean> {
      if (!isFree(userId)) {
        if (waiting.filter((one) => one.userId === userId).length >= maxWaiting) return false;
        await new Promise<void>((begin) => void waiting.push({ userId, begin }));
      } else senders.push(userId);
      return true;
    },
    end(userId: string): void {
      senders.splice(senders.indexOf(userId), 1);
      const next = waiting.findIndex((one) => isFree(one.userId));
      for (const one of next === -1 ? [] : waiting.splice(next, 1)) {
        senders.push(one.userId);
        one.begin();
      }
    },
  };
}

/** Answers 201 with what was made of an upload. */
export async function sendCreated(exchange: StreamingExchange, made: object): Promise<void> {
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'];
  await exchange.send({ status: 201, headers, body: JSON.stringify(made) });
}

function explained(error: unknown, { explain }: Pick<Props, 'explain'>): { status: number; message: string } {
  if (isDomainError(error)) return { status: statusOf(error), message: error.message };
  if (!isUnavailable(error)) return explain(error);
  return { status: statusOf(error), message: unavailableMessage(error) ?? away };
}
