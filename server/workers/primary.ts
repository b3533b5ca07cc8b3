import { createLog } from '#adapters/log.ts';
import { createLogLines } from '#adapters/log-lines.ts';
import type { DomainContext } from '#domain/context.ts';
import { readSiteName } from '#domain/site/read-site-name.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { createScheduledBackups } from '../backup/scheduled-backups.ts';
import { keepCompiledCode } from '../compile-cache.ts';
import type { ConfiguredDatabase } from '../database.ts';
import { createDomain } from '../domain.ts';
import { newsletterSettings } from '../email/bulk-mailer.ts';
import { createDelivery } from '../email/delivery.ts';
import { createEmailCheck } from '../email/email-check.ts';
import { createMailer } from '../email/mailer.ts';
import { createImageSweep } from '../images/image-sweep.ts';
import { openInstallation, prepareInstallation, startInstallationJobs } from '../installation.ts';
import { createDiskWatch } from '../jobs/disk-watch.ts';
import type { RunningJobs } from '../jobs/jobs.ts';
import { createMetrics, metricsText } from '../metrics/metrics.ts';
import { startMetricsServer, type MetricsServer } from '../metrics/metrics-server.ts';
import { readSiteState } from '../metrics/site-metrics.ts';
import { assertAddressIsFree, findOwnAddress } from '../own-address.ts';
import { distrustStoredPages, pageStoreRoot, removeUnusedPageStores } from '../pages/page-store.ts';
import { createSuppressionCopy } from '../newsletter/suppression-copy.ts';
import { createPointInTime } from '../point-in-time/point-in-time.ts';
import type { Product, StartOptions } from '../product.ts';
import { sessionSecretOf } from '../session-secret.ts';
import { finishesWithin, STOP_WITHIN, WORK_WITHIN } from '../shutdown.ts';
import { createWorkerSet } from './worker-set.ts';

const STDOUT = 1;
/** Connections of its pool, for the jobs. */
const CONNECTIONS = 6;

/**
 * Starts the product as several processes: this one owns the embedded database and the jobs, and `config.workers` others
 * answer requests on one port. Ready when it returns.
 * @throws StartError, ConfigError or EmbeddedPostgresError with a message; nothing is left running then.
 */
export async function startPrimary({ config, announce, signal }: StartOptions): Promise<Product> {
  const lines = createLogLines(STDOUT);
  const log = createLog({ level: config.logLevel, lines });
  const secret = await sessionSecretOf(config);
  const { port, origin } = await findOwnAddress(config);
  await assertAddressIsFree(config.host, port);
  await removeUnusedPageStores(config, config.workers);
  const backups = createScheduledBackups(config);
  const pointInTime = createPointInTime(config);
  const suppression = createSuppressionCopy(config, log);
  const disk = createDiskWatch({ directory: config.dataDir, log });
  const mail = createMailer(config, async () =>
    database === null ? defaultWords.general.name : readSiteName(database.client.db),
  );
  const delivery = createDelivery(config, mail, origin);
  let database: ConfiguredDatabase | null = null;
  let domain: DomainContext | null = null;
  let jobs: RunningJobs | null = null;
  let metricsServer: MetricsServer | null = null;
  let stopping = false;
  const startFailure = new AbortController();
  const images = createImageSweep(config, log, () => domain);
  const workers = createWorkerSet({
    count: config.workers,
    environment: { PORT: String(port) },
    lines,
    log,
    outboxFilled: () => jobs?.wakeOutbox(),
    startFailed: (why) => startFailure.abort(why),
    distrustPages: (place) => distrustStoredPages(pageStoreRoot(config, place)),
  });

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const deadline = performance.now() + STOP_WITHIN;
    await Promise.all([workers.stop(), finishesWithin(WORK_WITHIN, jobs?.stop() ?? Promise.resolve())]);
    mail.close();
    await metricsServer?.stop();
    await database?.stop(deadline - performance.now());
    log.info('Stopped');
    await log.flush();
  };

  try {
    if (config.metricsPort !== null) {
      const metrics = createMetrics({
        process: () => ({
          app: null,
          pool: database?.client.pool ?? null,
          failingJobs: jobs?.failing() ?? {},
        }),
        site: () =>
          readSiteState({
            db: database?.client.db ?? null,
            hasBackups: config.backup !== null,
            diskSpace: disk.space,
          }),
      });
      const collect = async () => {
        const [own, theirs] = await Promise.all([metrics.snapshot(), workers.measure()]);
        return metricsText([own, ...theirs]);
      };
      metricsServer = await startMetricsServer({ port: config.metricsPort, collect, log });
    }
    workers.start();
    // When a worker cannot start, there is nothing to wait for.
    database = await openInstallation(config, {
      announce,
      onIdleError: (error) => log.warn('A database connection broke', { error }),
      mayWriteToDisk: disk.mayWrite,
      processes: config.workers + 1,
      max: CONNECTIONS,
      signal: AbortSignal.any([signal, startFailure.signal]),
    });
    domain = createDomain({
      config,
      mail,
      newsletter: newsletterSettings(config, origin),
      origin,
      secret,
      log,
      db: database.client.db,
      deliversMessages: delivery !== null,
      emailCheck: createEmailCheck(config, { mail, delivery, origin }),
      diskSpace: disk.space,
      outboxFilled: () => jobs?.wakeOutbox(),
      contentChanged: () => void workers.contentChanged(),
      imagesDropped: images.sweep,
    });
    const messages = await prepareInstallation({
      config,
      domain,
      origin,
      pool: database.client.pool,
      suppression,
      log,
    });
    await workers.open();
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
      log,
      verifiesBackups: true,
    });
    keepCompiledCode();
    // One write: who waits for the first line may look for the others at once.
    announce([`Ready at ${origin}`, ...messages].join('\n'));
  } catch (error) {
    mail.close();
    await metricsServer?.stop();
    await workers.stop();
    await log.flush();
    await database?.stop();
    throw startFailure.signal.aborted ? startFailure.signal.reason : error;
  }
  return { stop, renew: workers.renew };
}
