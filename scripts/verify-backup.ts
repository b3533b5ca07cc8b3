import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { backupWorkFolder, withArchiveFile } from '#server/backup/archive-file.ts';
import { settingsOfVerification, verifyBackup } from '#server/backup/verify-backup.ts';
import { readConfig } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run verify-backup -- FILE   restores an archive into a scratch place, counts rows and hashes images; also while
                                  the product runs
FILE is a file, the name of an archive in the place of BACKUP_TO, or "newest".`;

// Started by the product it ends with it.
process.on('disconnect', () => process.exit(1));
// The listener alone must not keep it running.
process.channel?.unref();

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError();
  const config = readConfig(settingsOfVerification(await readEnvironment()));
  const path = name === 'newest' ? name : resolve(process.env['INIT_CWD'] ?? '.', name);
  // Short: the path of the database's socket is below it.
  const scratch = join(backupWorkFolder(config), 'verify');
  const found = await withArchiveFile(config, path, (file) =>
    verifyBackup(file, scratch, values.json ? () => {} : console.log),
  );
  if (values.json) return console.log(JSON.stringify(found));
  console.log(
    `${name} of ${found.createdAt} was restored in ${found.seconds.toFixed(1)} s: ${found.tables} tables with ${found.rows} rows, ${found.images} images.`,
  );
});
