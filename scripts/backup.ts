import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { withArchiveFile } from '#server/backup/archive-file.ts';
import { openArchive } from '#server/backup/archive-reader.ts';
import type { Manifest } from '#server/backup/archive-format.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { megabytes } from '#server/backup/megabytes.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run backup -- FILE            writes database and images into a new archive, also while the product runs
  npm run backup -- --verify FILE   reads an archive and says whether it is whole`;

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { verify: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(usage);
  // npm changes to the project's folder; the file name is relative to the folder of the shell.
  const file = resolve(process.env['INIT_CWD'] ?? '.', name);
  if (values.verify) await verify(file);
  else await backUp(file);
});

async function backUp(file: string): Promise<void> {
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, { announce: console.log, share: true });
  try {
    console.log('Writing the backup.');
    const store = createImageStore(config);
    const manifest = await makeBackup(database.client.pool, { file, store, now: new Date() });
    console.log(`${file} holds ${contentsOf(manifest)}.`);
  } finally {
    await database.stop();
  }
}

async function verify(path: string): Promise<void> {
  const config = readConfig(await readEnvironment());
  await withArchiveFile(config, path, async (file) => {
    const archive = await openArchive(file);
    await archive.close();
    console.log(
      `${path} is whole. It is of ${archive.manifest.createdAt} and holds ${contentsOf(archive.manifest)}.`,
    );
  });
}

function contentsOf({ tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = [...tables, ...images].reduce((sum, entry) => sum + entry.bytes, 0);
  const imagesOf = images.length === 1 ? '1 image' : `${images.length} images`;
  return `${tables.length} tables with ${rows} rows and ${imagesOf}, ${megabytes(bytes)}`;
}
