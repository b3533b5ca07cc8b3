import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Logger } from '#adapters/log.ts';
import { mayDeleteFiles } from '#db/queries/clock.ts';
import { undoDays } from '#domain/imports/undo-import.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import type { Imports } from '#domain/imports/uploaded-imports.ts';
import { acceptUpload } from '#domain/imports/uploaded-imports.ts';
import type { Config } from '../settings/config.ts';
import { createAdmission } from '../http/admit-admin.ts';
import type { StreamingRoute } from '../http/streaming-route.ts';
import { clearUploads } from '../http/receive-file.ts';
import type { Images } from '../images/images.ts';
import { createImportUpload } from './import-upload.ts';
import { createImportTask } from './import-worker.ts';
import type { Task } from '../jobs/run-job.ts';

/** @param domain of the process; throws while it is starting */
export function createImports(
  { dataDir }: Pick<Config, 'dataDir'>,
  { store, processor }: Pick<Images, 'store' | 'processor'>,
  log: Logger,
  domain: () => DomainContext,
): {
  files: Imports['imports'];
  task: Task<'import'>;
  route: StreamingRoute;
  /** Removes files whose imports cannot be undone any more. */
  clear: () => Promise<void>;
} {
  const directory = join(dataDir, 'imports');
  return {
    async clear() {
      if (await mayDeleteFiles(domain().db, new Date())) await clearUploads(directory, undoDays * 86_400_000);
    },
    files: { remove: (id) => rm(join(directory, id), { force: true }) },
    task: createImportTask({ directory, store, processor, domain, log }),
    route: createImportUpload({
      directory,
      ...createAdmission(log, domain),
      diskSpace: () => domain().diskSpace(),
      accept: (actor, id, name) => acceptUpload({ ...domain(), actor }, id, name),
    }),
  };
}
