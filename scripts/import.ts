import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { openBoxedExport } from '#adapters/export-box.ts';
import { createLog } from '#adapters/log.ts';
import { createImageFetcher } from '#adapters/fetch-image.ts';
import { createImageProcessor } from '#adapters/image-processor.ts';
import { findFirstAdmin } from '#db/queries/imports.ts';
import type { Database } from '#db/client.ts';
import { isUnavailable } from '#db/database-error.ts';
import type { Actor } from '#domain/core/context.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { reportCsv, totalsInWords, type ImportReport } from '#domain/imports/import-report.ts';
import { dryRunImport, runImport, type OnProgress } from '#domain/imports/run-import.ts';
import { siteWordsChoices } from '#domain/imports/take-own-export.ts';
import { undoImport } from '#domain/imports/undo-import.ts';
import { counted } from '#domain/fields/counted.ts';
import { type Config, readConfig } from '#server/settings/config.ts';
import { readEnvironment } from '#server/settings/environment.ts';
import { openConfiguredDatabase } from '#server/database/database.ts';
import { prepareFirstAdmin } from '#server/first-admin.ts';
import { createDiskWatch } from '#server/jobs/disk-watch.ts';
import { createImageStore } from '#server/images/image-store.ts';
import { commandContext } from './command-context.ts';
import { printable, runCommand } from './command.ts';
import { progressOf } from './progress.ts';
import { withUnfinished } from '#server/unfinished.ts';
import { StartError } from '#server/settings/start-error.ts';
import { refuseFile, UsageError } from './usage-error.ts';

const usage = `Usage:
  npm run import -- FILE|FOLDER             moves in the texts of a WordPress export (WXR), a Ghost export (JSON or zip),
                                            a folder or zip of Markdown with front matter, or a file of redirects
  npm run import -- FILE|FOLDER --dry-run   says what would be taken, changed and left out; writes nothing
      --site-words draft|publish|skip       what becomes of the owner's words in an export of this product, where the site has
                                            none: drafts to publish in Site (default), public at once, or left out
      --report FILE                         writes a table with a row for each text (CSV)
  npm run import -- FILE --retry-images     tries images again that were not taken before
  npm run import -- --undo ID               takes an import of the last seven days back; what was edited since stays`;

/** A dry run writes nothing, so it needs no one who answers for it. */
const dryRunActor: Actor = { userId: '', email: '', name: null, role: 'super_admin' };

await runCommand(usage, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      report: { type: 'string' },
      'site-words': { type: 'string', default: 'draft' },
      'retry-images': { type: 'boolean', default: false },
      undo: { type: 'string' },
    },
  });
  const [name, ...more] = positionals;
  const isAlone = name === undefined && !values['dry-run'];
  if (values.undo !== undefined && isAlone) return undo(values.undo);
  if (values.undo !== undefined || name === undefined || more.length > 0) throw new UsageError();
  const siteWords = siteWordsChoices.find((choice) => choice === values['site-words']);
  if (siteWords === undefined) throw new UsageError();
  // npm changes to the project's folder; file names are relative to the folder of the shell.
  const at = (file: string) => resolve(process.env['INIT_CWD'] ?? '.', file);
  const config = readConfig(await readEnvironment());
  const source = await openBoxedExport(at(name));
  const reportFile = values.report === undefined ? undefined : at(values.report);
  // Before anything is imported: what is asked for can be done.
  if (reportFile !== undefined) await writeReport(reportFile, '');
  const disk = createDiskWatch({ directory: config.dataDir, log: createLog({ level: 'silent' }) });
  const database = await openConfiguredDatabase(config, {
    announce: print,
    share: true,
    mayWriteToDisk: disk.mayWrite,
  });
  const processor = createImageProcessor();
  const folder = join(tmpdir(), `anyforge-import-${randomUUID()}`);
  try {
    if (!values['dry-run']) await disk.mayWrite();
    await withUnfinished(config.dataDir, [folder], async () => {
      await mkdir(folder, { mode: 0o700 });
      const ctx = {
        ...(await commandContext(config, database)),
        actor: values['dry-run'] ? dryRunActor : await firstAdmin(database.client.db, config),
      };
      const { system, site } = source.facts;
      print(`This is an export of ${system}${site === '' ? '' : ` from ${site}`}.`);
      const onProgress = announceProgress();
      const parts = { store: createImageStore(config), processor, folder, fetchImage: createImageFetcher() };
      const report = values['dry-run']
        ? await dryRunImport(ctx, source, true, onProgress)
        : await runImport(ctx, source, parts, onProgress, {
            retriesImages: values['retry-images'],
            siteWords,
          });
      if (source.facts.own && siteWords === 'draft')
        print(
          'The words of the site come in as drafts, unless it has words of its own: publish them in Site.',
        );
      say(report, values['dry-run']);
      if (reportFile !== undefined) {
        await writeReport(reportFile, reportCsv(report));
        print(`${reportFile} has a row for each text.`);
      }
    });
  } catch (error) {
    if (isUnavailable(error) && error.reason !== 'disk-full')
      throw new StartError('The database ended; run it again, nothing is taken twice.');
    if (!(error instanceof Error) || isDomainError(error)) throw error;
    throw new StartError(
      `The import stopped: ${error.message.replace(/\.$/, '')}. What was taken stays; run it again to go on.`,
    );
  } finally {
    await processor.close();
    await source.close();
    await database.stop();
  }
});

async function writeReport(file: string, csv: string): Promise<void> {
  await writeFile(file, csv).catch((error: unknown) => refuseFile(file, error));
}

async function undo(id: string): Promise<void> {
  const config = readConfig(await readEnvironment());
  const database = await openConfiguredDatabase(config, { announce: print, share: true });
  try {
    const { db } = database.client;
    const ctx = { ...(await commandContext(config, database)), actor: await firstAdmin(db, config) };
    const { deleted, kept } = await undoImport(ctx, id);
    for (const title of kept) print(`"${title}" was edited since and stays.`);
    print(`${counted(deleted, 'post')} deleted.`);
  } finally {
    await database.stop();
  }
}

/** Who the log names. ADMIN_EMAIL makes one, as at a start. */
async function firstAdmin(db: Database, config: Config): Promise<Actor> {
  if (config.adminEmail !== null)
    for (const line of await prepareFirstAdmin({ db }, config, config.siteUrl.origin)) print(line);
  const found = await findFirstAdmin(db);
  if (!found) throw new StartError('There is no admin yet. Make one first: npm run admin -- create');
  return { userId: found.user_id, email: found.email, name: null, role: found.role };
}

function announceProgress(): OnProgress {
  let progress: ReturnType<typeof progressOf> | undefined;
  return (_done, total) => {
    progress ??= progressOf('Texts', total, print);
    progress.add(1);
  };
}

function say(report: ImportReport, isDryRun: boolean): void {
  for (const { outcome, place, title, reason, missing } of report.rows) {
    if (outcome === 'failed' || outcome === 'left out') print(`${place} (${title}): ${outcome}. ${reason}`);
    for (const image of missing) print(`${place}: ${image.address}: ${image.reason}`);
  }
  for (const { what, value } of report.site ?? []) print(`${what}: ${value}`);
  const redirects = report.redirects.filter(({ problem }) => problem === '').length;
  if (redirects > 0) print(`Redirects: ${redirects}.`);
  print(totalsInWords(report, isDryRun));
  if (!isDryRun) print(`To take it back within seven days: npm run import -- --undo ${report.id}`);
}

/** Prints a line that may hold texts of others. */
function print(line: string): void {
  console.log(printable(line));
}
