import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import type { ProcessLog } from '#adapters/log.ts';
import { recordSettings } from '#domain/activity/record-settings.ts';
import type { DomainContext } from '#domain/context.ts';
import { isUnavailable } from '#domain/errors.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import { readSiteName } from '#domain/site/read-site-name.ts';
import { runVerification } from './backup/run-verification.ts';
import type { ScheduledBackups } from './backup/scheduled-backups.ts';
import { urlHost, type Config } from './config.ts';
import { openConfiguredDatabase, type ConfiguredDatabase } from './database.ts';
import { prepareFirstAdmin } from './first-admin.ts';
import { bounceReader, returnPathOf } from './newsletter/bounces.ts';
import { openBulkMailer } from './email/bulk-mailer.ts';
import { sendPostEmails } from './email/send-post-emails.ts';
import { assertContentNotLost, recordContent } from './had-content.ts';
import type { Images } from './images/images.ts';
import type { DiskWatch } from './jobs/disk-watch.ts';
import { startJobs, type RunningJobs } from './jobs/jobs.ts';
import { loggedSettings } from './logged-settings.ts';
import type { SuppressionCopy } from './newsletter/suppression-copy.ts';
import type { PointInTime } from './point-in-time/point-in-time.ts';

/** What one process of an installation does, however many answer requests. */

/** The database that the settings name. @throws StartError also when it has lost its content */
export async function openInstallation(
  config: Config,
  options: Parameters<typeof openConfiguredDatabase>[1],
): Promise<ConfiguredDatabase> {
  const database = await openConfiguredDatabase(config, options);
  try {
    await assertContentNotLost(database.client.pool, config.dataDir);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/**
 * Before requests are answered: records the settings, and makes sure that someone can become the first administrator.
 * @returns messages for the person who started the product
 * @throws StartError
 */
export async function prepareInstallation(options: {
  config: Config;
  domain: DomainContext;
  origin: string;
  pool: pg.Pool;
  suppression: SuppressionCopy;
  log: ProcessLog;
}): Promise<string[]> {
  const { config, domain, log } = options;
  // Before any email leaves. A bucket that does not answer is left to the job.
  const merged = options.suppression.run(options.pool).catch((error: unknown) => {
    log.warn('The suppression list could not be compared with its copies', { error });
  });
  await Promise.race([merged, sleep(3_000, undefined, { ref: false })]);
  await recordSettings(domain, loggedSettings(config)).catch((error: unknown) => {
    // The next start says it. Where nothing can be written, people can still read.
    if (!isUnavailable(error)) throw error;
    log.warn('The settings could not be recorded', { error });
  });
  return prepareFirstAdmin(domain, config, options.origin);
}

/** @param options.verifiesBackups where there is a build to render pages with */
export function startInstallationJobs(
  { client }: Pick<ConfiguredDatabase, 'client'>,
  options: {
    config: Config;
    port: number;
    domain: DomainContext;
    backups: ScheduledBackups;
    pointInTime: PointInTime;
    delivery: Delivery | null;
    images: Pick<Images, 'store' | 'sweep'>;
    disk: DiskWatch;
    suppression: SuppressionCopy;
    verifiesBackups: boolean;
    log: ProcessLog;
  },
): RunningJobs {
  const { config, domain, images, log, backups, pointInTime } = options;
  const { pool } = client;
  const live = `http://${urlHost(config.host)}:${options.port}`;
  const verify = options.verifiesBackups ? (archive: string) => runVerification(archive, live) : null;
  const archived = { domain, pool, images: images.store, log };
  const mailer = openBulkMailer(config, domain.origin, () => readSiteName(client.db));
  const postEmails = {
    domain,
    mailer,
    highestRate: config.newsletter.rate,
    returnPath: returnPathOf(config, domain),
  };
  const jobs = startJobs({
    db: client.db,
    config,
    delivery: { delivery: options.delivery, mail: domain.mail, emailToken: domain.emailToken },
    sendPosts: (stopping) => sendPostEmails(postEmails, log, stopping),
    images,
    disk: options.disk,
    backUp: () => backups.run({ domain, pool, images: images.store, log, verify }),
    pointInTime: {
      archive: () => pointInTime.archive(archived),
      makeBase: () => pointInTime.makeBase(archived),
      watch: () => pointInTime.watch(archived),
    },
    readBounces: bounceReader(config, domain, log),
    copySuppressionList: () => options.suppression.run(pool),
    recordContent: () => recordContent(pool, config.dataDir, new Date()),
    log,
  });
  const stop = async () => {
    await jobs.stop();
    mailer?.close();
  };
  return { ...jobs, stop };
}
