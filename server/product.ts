import { createLog } from '#adapters/log.ts';
import { createScheduledBackups } from './backup/scheduled-backups.ts';
import type { Config } from './config.ts';
import type { ConfiguredDatabase } from './database.ts';
import { openInstallation, prepareInstallation, startInstallationJobs } from './installation.ts';
import type { RunningJobs } from './jobs/jobs.ts';
import { findOwnAddress } from './own-address.ts';
import { removeUnusedPageStores } from './pages/page-store.ts';
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
  let database: ConfiguredDatabase | null = null;
  let jobs: RunningJobs | null = null;
  let stopping = false;

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
    outboxFilled,
    ...(development ? { development } : {}),
  });
  await site.listen();

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const deadline = performance.now() + STOP_WITHIN;
    await Promise.all([site.stop(), finishesWithin(WORK_WITHIN, jobs?.stop() ?? Promise.resolve())]);
    await database?.stop(deadline - performance.now());
    log.info('Stopped');
    await log.flush();
  };

  try {
    database = await openInstallation(config, {
      announce,
      onIdleError: (error) => log.warn('A database connection broke', { error }),
      onContentChange: site.checkContent,
      mayWriteToDisk: site.disk.mayWrite,
      signal: options.signal,
    });
    const { domain } = site.open(database);
    const messages = await prepareInstallation({ config, domain, origin, log });
    site.serve();
    const { images, disk, delivery } = site;
    const verifiesBackups = development === undefined;
    jobs = startInstallationJobs(database, {
      config,
      port,
      domain,
      backups,
      delivery,
      images,
      disk,
      verifiesBackups,
      log,
    });
    // One write: who waits for the first line may look for the others at once.
    announce([`Ready at ${origin}`, ...messages].join('\n'));
  } catch (error) {
    await site.abandon();
    await log.flush();
    await database?.stop();
    throw error;
  }
  return { stop };
}
