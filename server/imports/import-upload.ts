import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { statusOf } from '#app/http/respond.ts';
import type { Actor } from '#domain/actor.ts';
import { isDomainError } from '#domain/errors.ts';
import { can, permissions } from '#domain/permissions.ts';
import { uploadLimit } from '#domain/imports/upload-limit.ts';
import { admitAdmin, type AdmitOptions } from '../http/admit-admin.ts';
import { receiveFile, type ReceiveLimits } from '../http/receive-file.ts';
import type { StreamingExchange, StreamingRoute } from '../http/streaming-route.ts';
import { plainResponse } from '../responses/plain-response.ts';

const limits: ReceiveLimits = {
  bytes: uploadLimit.bytes,
  milliseconds: 3_600_000,
  bytesPerSecond: 4_000,
  graceMilliseconds: 15_000,
};
/** Files on their way in at once. */
const mostAtOnce = 4;

const messages = {
  'too-large': uploadLimit.message,
  'too-slow': 'The upload took too long. Please try again.',
  busy: 'Other files are being uploaded. Please try again in a moment.',
  failed: 'The file could not be stored. Please check the free space of the disk and try again.',
} as const;

/**
 * `POST /api/imports?name=…` with an export of another site as its body, which goes to a file as it comes. The answer is
 * `{"id": …}` (201) of the import that checks it, or `{"message": …}`.
 */
export function createImportUpload(
  options: AdmitOptions & {
    directory: string;
    accept: (actor: Actor, id: string, name: string) => Promise<void>;
  },
): StreamingRoute {
  let receiving = 0;
  return { path: /^\/api\/imports$/, pattern: '/api/imports', methods: ['POST'], answer };

  async function answer(exchange: StreamingExchange): Promise<void> {
    const actor = await admitAdmin(exchange, options);
    if (actor === null) return;
    if (!can(actor, 'import-content')) return exchange.refuse(403, permissions['import-content'].denial);
    if (Number(exchange.request.headers['content-length'] ?? 0) > limits.bytes)
      return exchange.refuse(413, messages['too-large']);
    if (receiving >= mostAtOnce) return exchange.refuse(503, messages.busy);
    receiving += 1;
    try {
      await receive(exchange, actor);
    } finally {
      receiving -= 1;
    }
  }

  async function receive(exchange: StreamingExchange, actor: Actor): Promise<void> {
    const { request, response, pathname, search, requestId } = exchange;
    const id = randomUUID();
    const file = join(options.directory, id);
    try {
      await mkdir(options.directory, { recursive: true, mode: 0o700 });
      if (request.headers.expect !== undefined) response.writeContinue();
      const received = await receiveFile(request, `${file}.part`, { limits, look: () => null });
      if (received.kind === 'gone') return;
      if (received.kind === 'failed') throw received.error;
      if (received.kind !== 'complete')
        return exchange.refuse(
          received.kind === 'too-slow' ? 408 : 413,
          received.kind === 'refused' ? received.message : messages[received.kind],
        );
      await rename(`${file}.part`, file);
      await options.accept(actor, id, new URLSearchParams(search).get('name') ?? '');
      const headers = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'];
      await exchange.send({ status: 201, headers, body: JSON.stringify({ id }) });
    } catch (error) {
      await rm(file, { force: true }).catch(() => {});
      if (!isDomainError(error)) options.log.error('An export could not be stored', { requestId, error });
      const [status, message] = isDomainError(error)
        ? [statusOf(error), error.message]
        : [507, messages.failed];
      await exchange.send(plainResponse(status, message, { pathname }));
    }
  }
}
