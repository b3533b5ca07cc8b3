import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';

import { storageErrorOf } from '#adapters/images-on-disk.ts';
import { statusOf } from '#app/http/respond.ts';
import type { Actor } from '#domain/actor.ts';
import { isDomainError } from '#domain/errors.ts';
import { detectType } from '#domain/images/detect-type.ts';
import type { StoredImage } from '#domain/images/image.ts';
import { imageLimits, tooLargeMessage } from '#domain/images/image-limits.ts';
import { StorageError } from '#domain/images/image-services.ts';

import { admitAdmin, type AdmitOptions } from '../http/admit-admin.ts';
import type { StreamingExchange, StreamingRoute } from '../http/streaming-route.ts';
import { plainResponse } from '../responses/plain-response.ts';
import { receiveFile, type Received, type ReceiveLimits } from '../http/receive-file.ts';

export type ImageUploadOptions = AdmitOptions & {
  /** Where files wait until they are decoded. */
  directory: string;
  store: (actor: Actor, file: string, input: Record<string, unknown>) => Promise<StoredImage>;
  limits?: Partial<ReceiveLimits>;
};

const receiveLimits: ReceiveLimits = {
  bytes: imageLimits.bytes,
  milliseconds: 120_000,
  bytesPerSecond: 4_000,
  graceMilliseconds: 15_000,
};
/** Files on their way in at once; they wait on the disk, not in memory. */
const mostAtOnce = 64;

const messages = {
  tooSlow: 'The upload took too long. Please try again.',
  busy: 'The server is busy with other images. Please try again in a moment.',
  failed: 'Failed to upload image.',
} as const;

const statusOfReason: Record<StorageError['reason'], number> = { full: 507, unavailable: 503, busy: 503 };

/**
 * `POST /api/images/{folder}?name=…&alt=…` with the image as its body: the one way in for images. Who asks is known
 * before the first byte is read; the body goes to a file as it comes; the answer is the stored image as JSON (201), or
 * `{"message": …}` with the message to show.
 */
export function createImageUpload(options: ImageUploadOptions): StreamingRoute {
  const limits = { ...receiveLimits, ...options.limits };
  let receiving = 0;
  return { path: /^\/api\/images\/[^/]+$/, pattern: '/api/images/:folder', methods: ['POST'], answer };

  async function answer(exchange: StreamingExchange): Promise<void> {
    const { request } = exchange;
    const actor = await admitAdmin(exchange, options);
    if (actor === null) return;
    if (Number(request.headers['content-length'] ?? 0) > limits.bytes) {
      return exchange.refuse(413, tooLargeMessage);
    }
    if (receiving >= mostAtOnce) return exchange.refuse(503, messages.busy);
    receiving += 1;
    const file = join(options.directory, randomUUID());
    try {
      await receiveAndStore(exchange, actor, file);
    } finally {
      receiving -= 1;
      await rm(file, { force: true }).catch(() => {});
    }
  }

  async function receiveAndStore(exchange: StreamingExchange, actor: Actor, file: string): Promise<void> {
    const { request, response, pathname, search } = exchange;
    if (request.headers.expect !== undefined) response.writeContinue();
    const folder = pathname.slice(pathname.lastIndexOf('/') + 1);
    const received = await receive(request, file, folder === 'logos');
    if (received.kind === 'gone') return;
    if (received.kind !== 'complete') return refuseReceived(exchange, received);

    const query = new URLSearchParams(search);
    const input = {
      folder,
      originalName: query.get('name') ?? '',
      alt: query.get('alt'),
    };
    try {
      const image = await options.store(actor, file, input);
      const body = JSON.stringify(image);
      const type = ['Content-Type', 'application/json; charset=utf-8', 'Cache-Control', 'no-store'];
      exchange.send({ status: 201, headers: type, body });
    } catch (error) {
      const failure = failureOf(exchange, error);
      exchange.send(plainResponse(failure.status, failure.message, { pathname }));
    }
  }

  async function receive(request: IncomingMessage, file: string, takesSvg: boolean): Promise<Received> {
    try {
      await mkdir(options.directory, { recursive: true, mode: 0o700 });
    } catch (error) {
      return { kind: 'failed', error };
    }
    return receiveFile(request, file, {
      limits,
      look: (head) => {
        const detected = detectType(head, takesSvg);
        return 'refusal' in detected ? detected.refusal : null;
      },
    });
  }

  function refuseReceived(
    exchange: StreamingExchange,
    received: Exclude<Received, { kind: 'complete' | 'gone' }>,
  ): void {
    switch (received.kind) {
      case 'refused':
        return exchange.refuse(415, received.message);
      case 'too-large':
        return exchange.refuse(413, tooLargeMessage);
      case 'too-slow':
        return exchange.refuse(408, messages.tooSlow);
      case 'failed': {
        const failure = failureOf(exchange, storageErrorOf(received.error));
        return exchange.refuse(failure.status, failure.message);
      }
    }
  }

  function failureOf({ requestId }: StreamingExchange, error: unknown): { status: number; message: string } {
    if (isDomainError(error)) return { status: statusOf(error), message: error.message };
    options.log.error('An image could not be stored', { requestId, error });
    if (error instanceof StorageError) {
      return { status: statusOfReason[error.reason], message: error.message };
    }
    return { status: 500, message: messages.failed };
  }
}
