import { constants } from 'node:fs';
import { cp, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';
import { z } from 'zod';

import {
  embeddedConnection,
  replaceDataDirectory,
  startEmbeddedPostgres,
  withDataDirUnused,
} from '#db/embedded/start.ts';
import { countContent, emptySchema } from '#db/whole-site.ts';
import { backupWorkFolder } from '../backup/archive-file.ts';
import { renderPages, withSite } from '../backup/verify-backup.ts';
import { urlHost, type Config } from '../config.ts';
import { findFreePort } from '../http/listen.ts';
import { prepareRelease, run, switchTo, UpgradeError, type Layout } from './releases.ts';

type UpgradeOptions = {
  config: Config;
  layout: Layout;
  /** Shell commands that stop and start the product. */
  stop: string;
  start: string;
  announce: (line: string) => void;
};

/** What an upgrade that was interrupted has to take back. */
const progressSchema = z.object({
  from: z.string(),
  to: z.string(),
  /**
   * `stopped`: the data is as before. `changing`: a copy of it is complete. `starting`: visitors may have written to the new
   * release already. `done`: nothing is taken back any more.
   */
  state: z.enum(['stopped', 'changing', 'starting', 'done']),
});
type Progress = z.infer<typeof progressSchema>;

/** Milliseconds for the product to become ready: the new release, which leaves time to go back, and the old one. */
const readyWithin = { new: 30_000, old: 120_000 };

/**
 * Replaces the running release by another one that lies in `releases`. It is tried on a restored backup before; then the
 * product is stopped, its data copied, and the release started on the data where no visitor reaches it. Whatever fails,
 * release and data are as before. Only after that visitors get the new one.
 * @param options.isPrepared its dependencies are installed, and it is built
 * @throws UpgradeError when nothing has changed
 */
export async function upgrade(
  release: string,
  options: UpgradeOptions & { isPrepared: boolean },
): Promise<void> {
  const { config, layout, announce, stop } = options;
  await takeBack(options);
  if (!options.isPrepared) {
    announce('Installing and building the release.');
    await prepareRelease(release);
  }
  announce('Trying the release on a restored backup.');
  await tryOnCopy(release, options);
  const progress: Progress = { from: layout.current, to: release, state: 'stopped' };
  await writeProgress(layout, progress);
  const stoppedAt = performance.now();
  try {
    announce('Stopping the product.');
    await run('sh', ['-c', stop], layout.root);
    await keepData(options);
    await writeProgress(layout, { ...progress, state: 'changing' });
    announce('Starting the release on the data, for this machine only.');
    await tryOnData(release, config);
    await switchTo(layout, release);
    await letVisitorsIn(progress, options);
  } catch (error) {
    announce(`The upgrade failed: ${messageOf(error)}`);
    await takeBack(options);
    throw new UpgradeError(`Nothing has changed: ${messageOf(error)}`, { cause: error });
  }
  const seconds = (performance.now() - stoppedAt) / 1_000;
  announce(`${basename(release)} runs. The site was away for ${seconds.toFixed(1)} s.`);
  await takeBack(options);
}

/**
 * Starts the new release for visitors. From here on they may write to it, so that an interrupted command is continued and not
 * taken back; only where the release does not become ready it is.
 */
async function letVisitorsIn(progress: Progress, { config, layout, start }: UpgradeOptions): Promise<void> {
  await writeProgress(layout, { ...progress, state: 'starting' });
  try {
    await run('sh', ['-c', start], layout.root);
    await untilReady(config, readyWithin.new);
  } catch (error) {
    await writeProgress(layout, { ...progress, state: 'changing' });
    throw error;
  }
  await writeProgress(layout, { ...progress, state: 'done' });
}

/**
 * Ends an upgrade that was interrupted: goes back to the release and data from before it, unless it was complete or visitors
 * could write already and the new release becomes ready.
 * @returns whether there was one
 */
export async function takeBack(options: UpgradeOptions): Promise<boolean> {
  const { config, layout, announce, stop, start } = options;
  const progress = await readProgress(layout);
  if (progress === null) return false;
  const isComplete = progress.state === 'done' || (await isContinued(progress, options));
  if (!isComplete) {
    const begunAt = performance.now();
    announce(`Going back to ${basename(progress.from)}.`);
    await run('sh', ['-c', stop], layout.root);
    if (progress.state !== 'stopped') {
      await untilUnused(config);
      await bringDataBack(progress, config, announce);
    }
    await switchTo(layout, progress.from);
    await run('sh', ['-c', start], layout.root);
    await untilReady(config, readyWithin.old);
    const seconds = (performance.now() - begunAt) / 1_000;
    announce(`${basename(progress.from)} runs again, after ${seconds.toFixed(1)} s.`);
  }
  await rm(keptData(config), { recursive: true, force: true });
  await rm(progressFile(layout), { force: true });
  return true;
}

/** Whether the new release runs, to which visitors may have written before the command was interrupted. */
async function isContinued(progress: Progress, options: UpgradeOptions): Promise<boolean> {
  if (progress.state !== 'starting') return false;
  const { config, layout, announce, stop } = options;
  announce(`${basename(progress.to)} was being started: going on with it.`);
  try {
    if (!(await isReady(config))) {
      // It may be on its way up, or have ended.
      await run('sh', ['-c', stop], layout.root);
      await letVisitorsIn(progress, options);
    }
  } catch (error) {
    announce(`It does not start: ${messageOf(error)}`);
    return false;
  }
  announce(`${basename(progress.to)} runs.`);
  return true;
}

/** The backup is read, restored, migrated, counted, hashed and rendered by the new release. */
async function tryOnCopy(release: string, { config, layout }: UpgradeOptions): Promise<void> {
  const archive = join(keptData(config), 'before.tar');
  await rm(keptData(config), { recursive: true, force: true });
  await mkdir(keptData(config), { recursive: true, mode: 0o700 });
  await run(process.execPath, ['scripts/backup.ts', archive], layout.current);
  await run(process.execPath, ['scripts/verify-backup.ts', archive], release);
  await rm(archive);
}

/** Copies what the new release may change, while nothing runs. */
async function keepData({ config, layout }: UpgradeOptions): Promise<void> {
  await rm(keptData(config), { recursive: true, force: true });
  await mkdir(keptData(config), { recursive: true, mode: 0o700 });
  if (config.databaseUrl !== null) {
    return run(process.execPath, ['scripts/backup.ts', join(keptData(config), 'before.tar')], layout.current);
  }
  await withDataDirUnused(
    config.dataDir,
    () => {},
    (dataDirectory) =>
      cp(dataDirectory, join(keptData(config), 'postgres'), {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
        preserveTimestamps: true,
      }),
  );
}

/** What was started to try the release ends with the command that started it, but not at once. */
async function untilUnused({ dataDir, databaseUrl }: Config): Promise<void> {
  if (databaseUrl !== null) return;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const isUnused = await withDataDirUnused(
      dataDir,
      () => {},
      async () => true,
    ).catch(() => false);
    if (isUnused) return;
    await sleep(500);
  }
}

async function bringDataBack(
  { from }: Progress,
  config: Config,
  announce: (line: string) => void,
): Promise<void> {
  if (config.databaseUrl === null) {
    return withDataDirUnused(config.dataDir, announce, async (dataDirectory) => {
      const kept = join(keptData(config), 'postgres');
      // The copy stays until the end: what interrupts this is repeated from the beginning.
      const copy = `${kept}.copy`;
      await rm(copy, { recursive: true, force: true });
      await cp(kept, copy, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true });
      await replaceDataDirectory(dataDirectory, copy);
    });
  }
  // The release that is brought back does not know the schema that is there.
  await withPool(config, emptySchema);
  await run(
    process.execPath,
    ['scripts/restore.ts', join(keptData(config), 'before.tar'), '--replace'],
    from,
  );
}

/** Migrates the data and renders pages, on a port of this machine that no visitor knows. */
async function tryOnData(release: string, config: Config): Promise<void> {
  const before = await countWhileStopped(config);
  const port = await findFreePort('127.0.0.1');
  const env = { PORT: String(port), HOST: '127.0.0.1', WORKERS: '1' };
  const origin = config.siteUrl.isConfigured ? config.siteUrl.origin : `http://127.0.0.1:${port}`;
  await withSite({ release, env }, async () => {
    await renderPages(port, null, origin);
    const after = await withPool(config, countContent);
    for (const [table, rows] of before) {
      const now = after.get(table) ?? 0;
      if (now < rows) throw new UpgradeError(`${table} has ${now} rows instead of ${rows}.`);
    }
  });
}

async function countWhileStopped(config: Config): Promise<Map<string, number>> {
  if (config.databaseUrl !== null) return withPool(config, countContent);
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, announce: () => {} });
  try {
    return await withPool(config, countContent);
  } finally {
    await server.stop();
  }
}

async function withPool<T>(config: Config, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const embedded = config.databaseUrl === null ? embeddedConnection(config.dataDir) : null;
  if (config.databaseUrl === null && embedded === null) throw new UpgradeError('The database does not run.');
  const pool = new pg.Pool({ ...(embedded ?? { connectionString: config.databaseUrl ?? '' }), max: 1 });
  // A connection that breaks while idle must not end the upgrade: the next statement fails by itself.
  pool.on('error', () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function untilReady(config: Config, withinMilliseconds: number): Promise<void> {
  const deadline = performance.now() + withinMilliseconds;
  let said = 'it does not answer';
  while (performance.now() < deadline) {
    const answer = await askReadiness(config);
    if (answer?.status === 200) return;
    said = answer === null ? said : (await answer.text()).trim();
    await sleep(200);
  }
  throw new UpgradeError(`The product did not become ready (${said}).`);
}

const isReady = async (config: Config) => (await askReadiness(config))?.status === 200;

/** Null when it does not answer. */
function askReadiness({ host, port }: Config): Promise<Response | null> {
  return fetch(`http://${urlHost(host)}:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => null,
  );
}

const keptData = (config: Pick<Config, 'dataDir'>) => join(backupWorkFolder(config), 'upgrade');
const progressFile = ({ root }: Layout) => join(root, 'upgrade.json');

async function writeProgress(layout: Layout, progress: Progress): Promise<void> {
  const next = `${progressFile(layout)}.next`;
  const file = await open(next, 'w', 0o600);
  await file.writeFile(JSON.stringify(progress));
  await file.sync();
  await file.close();
  await rename(next, progressFile(layout));
}

async function readProgress(layout: Layout): Promise<Progress | null> {
  const text = await readFile(progressFile(layout), 'utf8').catch(() => null);
  return text === null ? null : progressSchema.parse(JSON.parse(text));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
