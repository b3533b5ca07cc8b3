import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { backupWorkFolder, withArchiveFile } from '#server/backup/archive-file.ts';
import { verifyBackup } from '#server/backup/verify-backup.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run verify-backup -- FILE                restores an archive into a scratch place, counts rows, hashes images and
                                               renders pages; also while the product runs
  npm run verify-backup -- FILE --live ORIGIN  and compares the pages with those of the running product, such as
                                               http://127.0.0.1:3000
FILE is a file, the name of an archive in the place of BACKUP_TO, or "newest".`;

// Started by the product it ends with it.
process.on('disconnect', () => process.exit(1));
// The listener alone must not keep it running.
process.channel?.unref();

await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { live: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(usage);
  const config = readConfig(await readEnvironment());
  const path = name === 'newest' ? name : resolve(process.env['INIT_CWD'] ?? '.', name);
  const live = values.live === undefined ? null : readLive(values.live, config.siteUrl);
  const found = await withArchiveFile(config, path, (file) =>
    verifyBackup({
      file,
      // Short: the path of the database's socket is below it.
      scratch: join(backupWorkFolder(config), 'verify'),
      config,
      live,
      announce: values.json ? () => {} : console.log,
    }),
  );
  if (values.json) return console.log(JSON.stringify(found));
  console.log(
    `${name} of ${found.createdAt} was restored in ${found.seconds.toFixed(1)} s: ${found.tables} tables with ${found.rows} rows, ${found.images} images, ${found.pages} pages rendered.`,
  );
  if (found.differingPages.length > 0) {
    console.log(`These pages differ from those of ${values.live}: ${found.differingPages.join(', ')}`);
  }
});

function readLive(address: string, siteUrl: { origin: string; isConfigured: boolean }) {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:') throw new UsageError(usage);
  const port = Number(url.port) || 80;
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  return { host, port, origin: siteUrl.isConfigured ? siteUrl.origin : url.origin };
}
