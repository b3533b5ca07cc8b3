import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { withArchiveFile } from '#server/backup/archive-file.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { readConfig, readEnvironment, type Config } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { pageStoreFolder } from '#server/pages/page-store.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run restore -- FILE             puts a backup into a new site; the product must be stopped
  npm run restore -- FILE --replace   the same, and everything that is there now is gone
FILE is a file, the name of an archive in the place of BACKUP_TO, or "newest".`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(usage);
  const path = name === 'newest' ? name : resolve(process.env['INIT_CWD'] ?? '.', name);

  const config = readConfig(await readEnvironment());
  await withArchiveFile(config, path, (file) => restore(config, file, values.replace));
});

async function restore(config: Config, file: string, replace: boolean): Promise<void> {
  const database = await openConfiguredDatabase(config, { announce: console.log });
  try {
    const { createdAt } = await restoreBackup(database.client.pool, {
      file,
      store: createImageStore(config),
      directory: join(config.dataDir, 'uploads'),
      replace,
      announce: console.log,
    });
    // Cached pages of the old site.
    await rm(pageStoreFolder(config), { recursive: true, force: true });
    console.log(`Restored the backup of ${createdAt}. Everybody has to sign in again.`);
  } finally {
    await database.stop();
  }
}
