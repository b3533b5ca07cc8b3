import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Actor } from '#domain/core/context.ts';
import { can, permissions } from '#domain/core/permissions.ts';
import type { Disk } from '#domain/storage/disk-space.ts';
import { uploadLimit } from '#domain/imports/upload-limit.ts';
import { admitAdmin, type AdmitOptions } from '../http/admit-admin.ts';
import { createUploads, sendCreated } from '../http/receive-upload.ts';
import type { StreamingRoute } from '../http/streaming-route.ts';

const messages = {
  tooLarge: uploadLimit.message,
  tooSlow: 'The upload took too long. Please try again.',
  noRoom: 'There is no room left for this file on the server. Nothing was stored.',
  busy: 'Other files are being uploaded. Please try again in a moment.',
};
const failed = 'The file could not be stored. Please check the free space of the disk and try again.';

/**
 * `POST /api/imports?name=…` with an export of another site as its body, which goes to a file as it comes. The answer is
 * `{"id": …}` (201) of the import that checks it, or `{"message": …}`.
 */
export function createImportUpload(
  options: AdmitOptions & {
    directory: string;
    diskSpace: Disk['diskSpace'];
    accept: (actor: Actor, id: string, name: string) => Promise<void>;
  },
): StreamingRoute {
  const { directory, diskSpace, accept, log } = options;
  const receive = createUploads({
    directory,
    diskSpace,
    limits: uploadLimit,
    maxAtOnce: { all: 4, each: 2, waiting: 0 },
    messages,
    explain: () => ({ status: 507, message: failed }),
    failure: 'An export could not be stored',
    log,
  });
  return {
    path: /^\/api\/imports$/,
    pattern: '/api/imports',
    methods: ['POST'],
    async answer(exchange) {
      const actor = await admitAdmin(exchange, options);
      if (actor === null) return;
      if (!can(actor, 'import-content')) return exchange.refuse(403, permissions['import-content'].denial);
      const id = randomUUID();
      const kept = join(directory, id);
      await receive(exchange, actor.userId, async (file) => {
        await rename(file, kept);
        await accept(actor, id, new URLSearchParams(exchange.search).get('name') ?? '').catch(
          async (error: unknown) => {
            await rm(kept, { force: true });
            throw error;
          },
        );
        await sendCreated(exchange, { id });
      });
    },
  };
}
