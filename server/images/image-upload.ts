import type { Actor } from '#domain/core/context.ts';
import { detectType } from '#domain/images/detect-type.ts';
import type { StoredImage } from '#domain/images/find-images.ts';
import { imageLimits, tooLargeMessage } from '#domain/images/image-limits.ts';
import { StorageError } from '#domain/images/image-services.ts';
import type { Disk } from '#domain/storage/disk-space.ts';

import { admitAdmin, type AdmitOptions } from '../http/admit-admin.ts';
import { createUploads, sendCreated } from '../http/receive-upload.ts';
import type { StreamingRoute } from '../http/streaming-route.ts';

const messages = {
  tooSlow: 'The upload took too long. Please try again.',
  tooLarge: tooLargeMessage,
  busy: 'The server is busy with other images. Please try again in a moment.',
  noRoom: new StorageError('full').message,
};

const statusOfReason: Record<StorageError['reason'], number> = { full: 507, unavailable: 503, busy: 503 };

/**
 * `POST /api/images/{folder}?name=…&alt=…` with the image as its body: the one way in for images. Who asks is known
 * before the first byte is read; the body goes to a file as it comes; the answer is the stored image as JSON (201), or
 * `{"message": …}` with the message to show.
 */
export function createImageUpload(
  options: AdmitOptions & {
    /** Where files wait until they are decoded. */
    directory: string;
    diskSpace: Disk['diskSpace'];
    store: (actor: Actor, file: string, input: Record<string, unknown>) => Promise<StoredImage>;
  },
): StreamingRoute {
  const receive = createUploads({
    directory: options.directory,
    diskSpace: options.diskSpace,
    limits: { bytes: imageLimits.bytes, milliseconds: 120_000 },
    // The editor and the library of a browser send three each, in several windows.
    maxAtOnce: { all: 64, each: 2, waiting: 10 },
    messages,
    explain: (error) =>
      error instanceof StorageError
        ? { status: statusOfReason[error.reason], message: error.message }
        : { status: 500, message: 'Failed to upload image.' },
    failure: 'An image could not be stored',
    log: options.log,
  });
  return {
    path: /^\/api\/images\/[^/]+$/,
    pattern: '/api/images/:folder',
    methods: ['POST'],
    async answer(exchange) {
      const actor = await admitAdmin(exchange, options);
      if (actor === null) return;
      const folder = exchange.pathname.slice(exchange.pathname.lastIndexOf('/') + 1);
      const query = new URLSearchParams(exchange.search);
      const input = { folder, originalName: query.get('name') ?? '', alt: query.get('alt') };
      const look = (head: Buffer) => {
        const detected = detectType(head, folder === 'logos');
        return 'refusal' in detected ? detected.refusal : null;
      };
      await receive(
        exchange,
        actor.userId,
        async (file) => sendCreated(exchange, await options.store(actor, file, input)),
        look,
      );
    },
  };
}
