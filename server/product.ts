import { createLog, type ProcessLog } from '#adapters/log.ts';
import { fileError } from '#db/embedded/error.ts';
import { makeFolder } from '#db/make-folder.ts';
import { createPublishedWords } from '#domain/site/published-words.ts';
import { createScheduledBackups } from './backup/scheduled-backups.ts';
import type { Config } from './settings/config.ts';
import { openConfiguredDatabase, type ConfiguredDatabase } from './database/database.ts';
import type { OpenServer } from './database/database-server.ts';
import { prepareFirstAdmin } from './first-admin.ts';
import { logAlarms } from './guards/alarms.ts';
import { assertContentNotLost } from './database/had-content.ts';
import { startJobs, type RunningJobs } from './jobs/jobs.ts';
import type { Metrics } from './metrics/metrics.ts';
import { startMetricsServer, type MetricsServer } from './metrics/metrics-server.ts';
import type { findOwnAddress } from './http/own-address.ts';
import { sessionSecretOf } from './settings/session-secret.ts';
import { finishesWithin } from '#db/within.ts';
import { stopWithin, workWithin } from './scheduling/shutdown.ts';
import { siteSettings } from './settings/site-settings.ts';
import { removeUnfinished } from './unfinished.ts';
import type { SiteOptions } from './services.ts';
import { createSite, type Site } from './site.ts';

export type Product = { stop: () => Promise<void> };

type StartOptions = Pick<SiteOptions, 'web' | 'clientDirectory' | 'development'> & {
  config: Config;
  address: Awaited<ReturnType<typeof findOwnAddress>>;
  server: Promise<OpenServer>;
  announce: (line: string) => void;
  /** Ends the start early. */
  signal: AbortSignal;
};

type Running = {
  database: ConfiguredDatabase | null;
  jobs: RunningJobs | null;
  metricsServer: MetricsServer | null;
  stopLogging: () => void;
};

/**
 * Starts the whole product in this process: takes the port, opens the database, migrates, and is ready when it returns.
 * Its server may still be starting.
 * From the first moment it answers `/healthz` and what needs no database; everything else gets 503 until it is ready.
 * @throws StartError, ConfigError or EmbeddedPostgresError with a message; nothing is left running then.
 */
export async function startProduct(options: StartOptions): Promise<Product> {
  const { announce, config, development } = options;
  const words = createPublishedWords((read) =>
    running.database?.client.setTimeZone(siteSettings(read, config).timeZone),
  );
  const log = createLog({ level: config.logLevel });
  // Browsers take passkeys of a name, not of a number.
  const shownOrigin = options.address.origin.replace('//127.0.0.1:', '//localhost:');
  const secret = await sessionSecretOf(config);
  const backups = createScheduledBackups(config);
  const running: Running = { database: null, jobs: null, metricsServer: null, stopLogging: () => {} };
  const opening = openDatabase(options, () => site, log);
  opening.catch(() => {});
  const metrics = await createProductMetrics(config, running, () => site);
  const site = createSite({
    ...options,
    ...options.address,
    words,
    secret,
    log,
    backups,
    jobAdded: () => running.jobs?.wakeQueue(),
    metrics,
  });

  try {
    await site.listen();
    if (metrics !== null && config.metricsPort !== null)
      running.metricsServer = await startMetricsServer({
        port: config.metricsPort,
        collect: metrics.text,
        log,
      });
    const database = await opening;
    running.database = database;
    const { domain } = site.open(database);
    const messages = await prepareFirstAdmin(domain(), config, shownOrigin);
    const other = await site.images.identify(database.client.db);
    if (other !== null) messages.push(`Warning: ${other.text} ${other.repair}`);
    await site.serve();
    // Before anything old may be deleted.
    await site.clock.look(database.client.db);
    const { pool } = database.client;
    const verifiesBackups = development === undefined;
    running.jobs = startJobs({ ...site, config, domain, pool, backups, verifiesBackups, log });
    running.stopLogging = logAlarms(site.alarms, log);
    // One write: who waits for the first line may look for the others at once.
    announce([`Ready at ${shownOrigin}`, ...messages].join('\n'));
  } catch (error) {
    await site.abandon();
    await running.metricsServer?.stop();
    await log.flush();
    const database = await opening.catch(() => null);
    await database?.stop();
    throw error;
  }
  return { stop: stopOnce(site, running, log) };
}

function stopOnce(site: Site, running: Running, log: ProcessLog): () => Promise<void> {
  let stopping = false;
  return async () => {
    if (stopping) return;
    stopping = true;
    const deadline = performance.now() + stopWithin;
    running.stopLogging();
    await Promise.all([site.stop(), finishesWithin(workWithin, running.jobs?.stop() ?? Promise.resolve())]);
    await running.metricsServer?.stop();
    await running.database?.stop(deadline - performance.now());
    log.info('Stopped');
    await log.flush();
  };
}

/** The database that the settings name. @throws StartError also when it has lost its content */
async function openDatabase(
  { config, server, announce, signal }: StartOptions,
  site: () => Site,
  log: ProcessLog,
): Promise<ConfiguredDatabase> {
  // With another database and a bucket nothing else makes it, and `had-content` is in it.
  await makeFolder(config.dataDir).catch((error: unknown) => {
    throw fileError('Cannot create DATA_DIR', config.dataDir, error);
  });
  await removeUnfinished(config.dataDir);
  const database = await openConfiguredDatabase(config, {
    server,
    announce,
    onIdleError: (error) => log.warn('A database connection broke', { error }),
    onContentChange: () => site().checkContent(),
    mayWriteToDisk: () => site().disk.mayWrite(),
    signal,
  });
  try {
    await assertContentNotLost(database.client.pool, config.dataDir);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Null: no one asks for metrics. */
async function createProductMetrics(
  config: Config,
  running: Running,
  site: () => Site,
): Promise<Metrics | null> {
  if (config.metricsPort === null) return null;
  const { createMetrics, readSiteState } = await import('./metrics/metrics.ts');
  return createMetrics({
    process: () => ({
      app: site().state(),
      alarms: site().alarms(),
      jobs: site().jobWatch.problems(),
      pool: running.database?.client.pool ?? null,
    }),
    site: () =>
      readSiteState({
        db: running.database?.client.db ?? null,
        hasBackups: config.backup !== null,
        diskSpace: site().disk.space,
      }),
  });
}
