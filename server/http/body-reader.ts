import type { Logger } from '#adapters/log.ts';
import { admissionMessages, type Admission } from '#app/http/require-admin.ts';
import { networkOf } from '#domain/limits/limit-attempts.ts';

import { admitAdmin } from './admit-admin.ts';
import { hasCookie } from './cookie-names.ts';
import type { HttpContext } from './http-context.ts';
import {
  announcedBytes,
  bodyLimitOf,
  bodyMemory,
  createBodyRoom,
  noRoomNeeded,
  readBody,
  roomlessBytes,
} from './request-body.ts';
import type { BodyLimit, BodyMemory, BodyPurpose } from './request-body.ts';
import { statusMessages } from '../responses/plain-response.ts';
import type { Responses } from './responses.ts';

type BodyReaderOptions = {
  readonly responses: Responses;
  readonly limits: readonly BodyLimit[];
  readonly memory: Partial<Record<BodyPurpose, BodyMemory>>;
  readonly sessionCookieNames: readonly string[];
  /** Finds the user of a session by the cookies, before a large body is read. */
  readonly admit: ((cookies: Headers) => Promise<Admission>) | undefined;
  readonly log: Logger;
};

/**
 * Creates the reader of request bodies, which keeps the memory of each purpose and client within its limits.
 * @returns a function that reads the whole body and passes it on; one that cannot be read is refused
 */
export function createBodyReader(options: BodyReaderOptions) {
  const { responses, limits } = options;
  const memory = { ...bodyMemory, ...options.memory };
  const rooms = {
    'sign-in': createBodyRoom(memory['sign-in']),
    forms: createBodyRoom(memory.forms),
    views: createBodyRoom(memory.views),
    admin: createBodyRoom(memory.admin),
    large: createBodyRoom(memory.large),
  };

  return async (
    ctx: HttpContext,
    handleBody: (body: Buffer<ArrayBuffer>) => Promise<void>,
  ): Promise<void> => {
    const { request, response } = ctx;
    const { purpose, bytes, administratorBytes = bytes, milliseconds } = bodyLimitOf(ctx.pathname, limits);
    const isLarge = administratorBytes > bytes && announcedBytes(request) > bytes;
    if (isLarge && !(await isAdministrator(ctx, options))) return;
    if (request.headers.expect !== undefined) response.writeContinue();
    const room =
      announcedBytes(request) <= roomlessBytes
        ? noRoomNeeded
        : rooms[isLarge ? 'large' : purpose](networkOf(ctx.clientAddress));
    const limit = { bytes: isLarge ? administratorBytes : bytes, milliseconds };
    const read = await readBody(request, limit, room);
    switch (read.kind) {
      case 'gone':
        return;
      case 'too-large':
        return responses.refuse(ctx, 413, statusMessages.tooLarge);
      case 'too-slow':
        return responses.refuse(ctx, 408, statusMessages.tooSlow);
      case 'no-room':
        return responses.refuse(ctx, 503, statusMessages.overloaded);
      case 'complete':
        try {
          await handleBody(read.body);
        } finally {
          room.give(read.body.byteLength);
        }
    }
  };
}

/** True if an administrator sends this; every other sender is refused here, as the guard of the admin would. */
async function isAdministrator(ctx: HttpContext, options: BodyReaderOptions): Promise<boolean> {
  const { admit, log, responses } = options;
  const refuse = (status: number, message: string) => responses.refuse(ctx, status, message);
  if (!admit || !hasCookie(ctx.request.headers.cookie, options.sessionCookieNames)) {
    refuse(401, admissionMessages.anonymous);
    return false;
  }
  return (await admitAdmin({ ...ctx, refuse }, { admit, log })) !== null;
}
