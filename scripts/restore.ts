import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type pg from 'pg';

import { isDay } from '#domain/fields/fields.ts';
import { withArchiveFile } from '#server/backup/archive-file.ts';
import { assertReplaceable, restoreBackup } from '#server/backup/restore-backup.ts';
import { StartError } from '#server/settings/start-error.ts';
import { readConfig, type Config } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { openConfiguredDatabase } from '#server/database/database.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { restoreToTime } from '#server/backup/restore-to-time.ts';
import { runCommand } from './command.ts';
import { UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run restore -- FILE             puts a backup into a new site; the product must be stopped
  npm run restore -- FILE --replace   the same, and everything that is there now is gone
  npm run restore -- --at TIME        brings the site back as it was at a moment of the last days, such as
                                      2026-11-22T10:15:00Z; "latest" means everything that was archived
FILE is a file, the name of an archive in the place of BACKUP_TO, or "newest".`;

/** With the time zone: it should not have to be guessed while a site is down. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false }, at: { type: 'string' } },
  });
  const [name, ...more] = positionals;
  if (more.length > 0 || (name === undefined) === (values.at === undefined)) throw new UsageError();
  const config = readConfig(await readEnvironment());
  if (name === undefined) return restoreAt(config, values.at ?? '', values.replace);
  const path = name === 'newest' ? name : resolve(process.env['INIT_CWD'] ?? '.', name);
  await withArchiveFile(config, path, (file) => restore(config, file, values.replace));
});

async function restoreAt(config: Config, text: string, replace: boolean): Promise<void> {
  // February 30 would become a day of March.
  const isTime = timePattern.test(text) && isDay(text.slice(0, 10));
  const at = text === 'latest' ? null : new Date(isTime ? text : NaN);
  if (at !== null && Number.isNaN(at.getTime())) throw new UsageError();
  const { backup } = config;
  if (backup === null) throw new StartError('Set BACKUP_TO to the place of the archive.');
  await withDatabase(config, replace, async (pool) => {
    const options = { at, announce: console.log };
    const last = await restoreToTime({ ...config, backup }, options, async (file) => {
      await restoreBackup(pool, restoreOptions(config, file, replace));
    });
    console.log(
      `Restored the site as it was ${at === null ? 'at the end of the archive' : `at ${at.toISOString()}`}. Its last change is of ${last.toISOString()}. Everybody has to sign in again.`,
    );
  });
}

async function restore(config: Config, file: string, replace: boolean): Promise<void> {
  await withDatabase(config, replace, async (pool) => {
    const { createdAt } = await restoreBackup(pool, restoreOptions(config, file, replace));
    console.log(`Restored the backup of ${createdAt}. Everybody has to sign in again.`);
  });
}

function restoreOptions(config: Config, file: string, replace: boolean) {
  const store = createImageStore(config);
  return { file, store, directory: join(config.dataDir, 'uploads'), replace, announce: console.log };
}

/** Refuses a site that has content without `replace`, before anything is fetched. */
async function withDatabase(
  config: Config,
  replace: boolean,
  work: (pool: pg.Pool) => Promise<void>,
): Promise<void> {
  const database = await openConfiguredDatabase(config, { announce: console.log, mayBeNewer: true });
  try {
    await assertReplaceable(database.client.pool, replace);
    await work(database.client.pool);
  } finally {
    await database.stop();
  }
}
