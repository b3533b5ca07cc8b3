import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { counted } from '#domain/fields/counted.ts';
import type { Manifest } from '#server/backup/archive-format.ts';
import { makeBackup, megabytes } from '#server/backup/make-backup.ts';
import { readConfig } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { openConfiguredDatabase } from '#server/database/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { withUnfinished } from '#server/unfinished.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run backup -- FILE           writes database and images into a new archive, also while the product runs;
                                   encrypted where BACKUP_PASSPHRASE is set
  npm run backup -- FILE --plain   the same, not encrypted`;

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { plain: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError();
  const config = readConfig(await readEnvironment());
  const passphrase = values.plain ? null : config.backupPassphrase;
  // npm changes to the project's folder; the file name is relative to the folder of the shell.
  const file = resolve(process.env['INIT_CWD'] ?? '.', name);
  const database = await openConfiguredDatabase(config, { announce: console.log, share: true });
  try {
    console.log('Writing the backup.');
    const store = createImageStore(config);
    const temporary = [`${file}.partial`, `${file}.plain`, `${file}.plain.partial`];
    const manifest = await withUnfinished(config.dataDir, temporary, () =>
      makeBackup(database.client.pool, { file, store, now: new Date(), passphrase }),
    );
    console.log(
      `${file} holds ${contentsOf(manifest)}${passphrase === null ? '' : ', encrypted with BACKUP_PASSPHRASE'}.`,
    );
  } finally {
    await database.stop();
  }
});

function contentsOf({ tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, ...images].reduce((sum, entry) => sum + entry.bytes, 0);
  return `${tables.length} tables with ${rows} rows and ${counted(images.length, 'image')}, ${megabytes(bytes)}`;
}
