import { createLog } from '#adapters/log.ts';
import { createScheduledBackups } from './backup/scheduled-backups.ts';
import type { Config } from './config.ts';
import type { ConfiguredDatabase } from './database.ts';
import { openInstallation, prepareInstallation, startInstallationJobs } from './installation.ts';
import type { RunningJobs } from './jobs/jobs.ts';
import { createMetrics, metricsText } from './metrics/metrics.ts';
import { startMetricsServer, type MetricsServer } from './metrics/metrics-server.ts';
import { readSiteState } from './metrics/site-metrics.ts';
import { findOwnAddress } from './own-address.ts';
import { removeUnusedPageStores } from './pages/page-store.ts';
import { createSuppressionCopy } from './newsletter/suppression-copy.ts';
import { createPointInTime } from './point-in-time/point-in-time.ts';
import { sessionSecretOf } from './session-secret.ts';
import { finishesWithin, STOP_WITHIN, WORK_WITHIN } from './shutdown.ts';
import { createSite, type SiteOptions } from './site.ts';

/** The product as it runs. */
export type Product = {
  stop: () => Promise<void>;
  /** Replaces the processes that answer requests one by one, without a failed request; unset where this one answers. */
  renew?: () => Promise<void>;
};

export type StartOptions = {
  config: Config;
  announce: (line: string) => void;
  /** Ends the start early. */
  signal: AbortSignal;
};

/**
 * Starts the whole product in this process: takes the port, opens the database, migrates, and is ready when it returns.
 * From the first moment it answers `/healthz` and what needs no database, and shows the last good copies of other public
 * pages; everything else gets 503 until it is ready.
 * @throws StartError, ConfigError or EmbeddedPostgresError with a message; nothing is left running then.
 */
export async function startProduct(
  options: StartOptions & Pick<SiteOptions, 'web' | 'clientDirectory' | 'development'>,
): Promise<Product> {
  const { config, announce, web, clientDirectory, development } = options;
  const log = createLog({ level: config.logLevel });
  const secret = await sessionSecretOf(config);
  const { port, origin } = await findOwnAddress(config);
  await removeUnusedPageStores(config, 1);
  const backups = createScheduledBackups(config);
  const pointInTime = createPointInTime(config);
  const suppression = createSuppressionCopy(config, log);
  let database: ConfiguredDatabase | null = null;
  let jobs: RunningJobs | null = null;
  let metricsServer: MetricsServer | null = null;
  let stopping = false;
  const metrics =
    config.metricsPort === null
      ? null
      : createMetrics({
          process: () => ({
            app: site.state(),
            pool: database?.client.pool ?? null,
            failingJobs: jobs?.failing() ?? {},
          }),
          site: () =>
            readSiteState({
              db: database?.client.db ?? null,
              hasBackups: config.backup !== null,
              diskSpace: site.disk.space,
            }),
        });

  const outboxFilled = () => jobs?.wakeOutbox();
  const site = createSite({
    config,
    port,
    origin,
    secret,
    log,
    web,
    clientDirectory,
    backups,
    pointInTime,
    outboxFilled,
    metrics,
    ...(development ? { development } : {}),
  });
  await site.listen();

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const deadline = performance.now() + STOP_WITHIN;
    await Promise.all([site.stop(), finishesWithin(WORK_WITHIN, jobs?.stop() ?? Promise.resolve())]);
    await metricsServer?.stop();
    await database?.stop(deadline - performance.now());
    log.info('Stopped');
    await log.flush();
  };

  try {
    if (metrics !== null && config.metricsPort !== null) {
      const collect = async () => metricsText([await metrics.snapshot()]);
      metricsServer = await startMetricsServer({ port: config.metricsPort, collect, log });
    }
    database = await openInstallation(config, {
      announce,
      onIdleError: (error) => log.warn('A database connection broke', { error }),
      onContentChange: site.checkContent,
      mayWriteToDisk: site.disk.mayWrite,
      signal: options.signal,
    });
    const { domain } = site.open(database);
    const messages = await prepareInstallation({
      config,
      domain,
      origin,
      pool: database.client.pool,
      suppression,
      log,
    });
    site.serve();
    const { images, disk, delivery } = site;
    const verifiesBackups = development === undefined;
    jobs = startInstallationJobs(database, {
      config,
      port,
      domain,
      backups,
      pointInTime,
      delivery,
      images,
      disk,
      suppression,
      verifiesBackups,
      log,
    });
    // One write: who waits for the first line may look for the others at once.
    announce([`Ready at ${origin}`, ...messages].join('\n'));
  } catch (error) {
    await site.abandon();
    await metricsServer?.stop();
    await log.flush();
    await database?.stop();
    throw error;
  }
  return { stop };
}
