import type pg from 'pg';

import { tellSearchEngines } from '#adapters/index-now.ts';
import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { deleteEndedSessions } from '#db/queries/sessions.ts';
import { deleteOldActivity } from '#domain/activity/delete-old-activity.ts';
import { sessionBounds } from '#domain/accounts/sessions/sessions.ts';
import { deleteUnusedAccounts } from '#domain/accounts/sign-up.ts';
import type { DomainContext } from '#domain/context.ts';
import type { Deliverer } from '#domain/email/deliver-next.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import { deleteOldMessages } from '#domain/messages/delete-old-messages.ts';
import { sendWeeklyLeads } from '#domain/messages/send-weekly-leads.ts';
import { deleteOldMissingPages } from '#domain/redirects/missing-pages.ts';
import { announcePages } from '#domain/posts/announce-pages.ts';
import { refreshSearch } from '#domain/search/refresh-search.ts';
import { readBrand } from '#domain/site/published-words.ts';

import { runVerification } from '../backup/run-verification.ts';
import type { ScheduledBackups } from '../backup/scheduled-backups.ts';
import type { Config } from '../config.ts';
import { openBulkMailer } from '../email/bulk-mailer.ts';
import { deliverEmails } from '../email/deliver-emails.ts';
import { sendPostEmails } from '../email/send-post-emails.ts';
import { recordContent } from '../had-content.ts';
import type { Images } from '../images/images.ts';
import { bounceReader, returnPathOf } from '../newsletter/bounces.ts';
import type { DiskWatch } from './disk-watch.ts';
import { pruneViews } from './prune-views.ts';
import { repeatJob, type Job } from '../scheduling/repeat-job.ts';

const seconds = 1_000;
const minutes = 60_000;
const hours = 3_600_000;

/** Days for which messages of visitors, and entries of the activity log, are kept. */
const messageDaysKept = 730;
const activityDaysKept = 730;

export interface JobDependencies {
  db: Database;
  delivery: Pick<Deliverer, 'delivery' | 'mail' | 'emailToken'>;
  /** Emails posts to subscribers until none is due. */
  sendPosts: (stopping: AbortSignal) => Promise<void>;
  images: Pick<Images, 'sweep'>;
  disk: Pick<DiskWatch, 'space'>;
  /** Makes a backup when one is due. */
  backUp: () => Promise<void>;
  /** Archives what a return to any point in time needs beside the log of the database. */
  archive: () => Promise<void>;
  /** Records the bounces that came to the mailbox for them. */
  readBounces: (stopping: AbortSignal) => Promise<void>;
  /** Tells search engines of new, moved and withdrawn pages. */
  announcePages: () => Promise<void>;
  /** Emails the leads of last week to those who want it, when that is due. */
  sendWeeklyLeads: () => Promise<void>;
  /** Notes in DATA_DIR that the site has content. */
  recordContent: () => Promise<void>;
  log: Logger;
}

/** Everything that the process does by itself: name, how often, what it runs. */
export function jobs(dependencies: JobDependencies) {
  const { db, delivery, sendPosts, images, disk, backUp, archive, log } = dependencies;
  return {
    outbox: {
      name: 'Delivery of emails',
      everyMilliseconds: 5 * seconds,
      // A slow mail server holds up this many deliveries; the others go on.
      atOnce: 4,
      run: (stopping) => deliverEmails({ ...delivery, db }, log, stopping),
    },
    postEmails: {
      name: 'Sending of posts by email',
      everyMilliseconds: seconds,
      run: sendPosts,
    },
    search: {
      name: 'Update of the search index',
      everyMilliseconds: minutes,
      async run(stopping) {
        const posts = await refreshSearch({ db }, stopping);
        if (posts > 0) log.info('More posts are in the search index', { posts });
      },
    },
    disk: {
      name: 'Check of the disk',
      everyMilliseconds: minutes,
      run: async () => void (await disk.space()),
    },
    backups: {
      name: 'Backup',
      everyMilliseconds: minutes,
      run: backUp,
    },
    archive: {
      name: 'Point-in-time archive',
      // An image of these seconds may be lost with the machine.
      everyMilliseconds: 10 * seconds,
      run: archive,
    },
    bounces: {
      name: 'Reading of bounces',
      everyMilliseconds: minutes,
      run: dependencies.readBounces,
    },
    announcements: {
      name: 'Announcement of pages to search engines',
      everyMilliseconds: minutes,
      run: dependencies.announcePages,
    },
    weeklyLeads: {
      name: 'Weekly email about leads',
      everyMilliseconds: minutes,
      run: dependencies.sendWeeklyLeads,
    },
    content: {
      name: 'Record of content',
      everyMilliseconds: minutes,
      run: dependencies.recordContent,
    },
    views: {
      name: 'Pruning of views',
      everyMilliseconds: 10 * minutes,
      run: () => pruneViews({ db, log }),
    },
    images: {
      name: 'Deletion of unused images',
      everyMilliseconds: 15 * minutes,
      run: images.sweep,
    },
    sessions: {
      name: 'Deletion of expired sessions',
      everyMilliseconds: hours,
      async run() {
        await deleteEndedSessions(db, sessionBounds(new Date()));
      },
    },
    accounts: {
      name: 'Deletion of unused accounts',
      everyMilliseconds: hours,
      async run() {
        const accounts = await deleteUnusedAccounts({ db });
        if (accounts > 0) log.info('Accounts without a role were deleted', { accounts });
      },
    },
    activity: {
      name: 'Deletion of old activity',
      everyMilliseconds: hours,
      async run() {
        const entries = await deleteOldActivity({ db, now: () => new Date() }, activityDaysKept);
        if (entries > 0) log.info('Old entries of the activity log were deleted', { entries });
      },
    },
    missingPages: {
      name: 'Deletion of old missing pages',
      everyMilliseconds: hours,
      run: () => deleteOldMissingPages({ db, now: () => new Date() }),
    },
    messages: {
      name: 'Deletion of old messages',
      everyMilliseconds: hours,
      async run() {
        const messages = await deleteOldMessages({ db }, messageDaysKept);
        if (messages > 0) log.info('Old messages were deleted', { messages });
      },
    },
  } satisfies Record<string, Job>;
}

export interface RunningJobs {
  /** Runs the delivery of emails soon. */
  wakeOutbox(): void;
  /** Resolves when the current runs are over; none starts afterwards. */
  stop(): Promise<void>;
}

/**
 * Starts every job: each runs now and then again and again.
 * @param options.verifiesBackups whether each new backup is restored into a scratch place
 */
export function startJobs(options: {
  config: Config;
  domain: DomainContext;
  pool: pg.Pool;
  backups: ScheduledBackups;
  delivery: Delivery | null;
  images: Pick<Images, 'store' | 'sweep'>;
  disk: DiskWatch;
  verifiesBackups: boolean;
  log: Logger;
}): RunningJobs {
  const { config, domain, pool, images, log, backups } = options;
  const { db } = domain;
  const verify = options.verifiesBackups ? runVerification : null;
  const backedUp = { domain, pool, images: images.store, log, verify };
  const mailer = openBulkMailer(config, domain.origin, () => readBrand(db));
  const postEmails = {
    domain,
    mailer,
    rate: config.newsletter.rate,
    returnPath: returnPathOf(config, domain),
  };
  const { outbox, ...others } = jobs({
    db,
    delivery: { delivery: options.delivery, mail: domain.mail, emailToken: domain.emailToken },
    sendPosts: (stopping) => sendPostEmails(postEmails, log, stopping),
    images,
    disk: options.disk,
    backUp: () => backups.run(backedUp),
    archive: () => backups.archive(backedUp),
    readBounces: bounceReader(config, domain, log),
    announcePages: async () => {
      const endpoint = config.indexNow;
      if (endpoint === null) return;
      const pages = await announcePages(domain, (announcement) => tellSearchEngines(endpoint, announcement));
      if (pages > 0) log.info('Search engines were told of pages', { pages });
    },
    async sendWeeklyLeads() {
      const emails = await sendWeeklyLeads(domain);
      if (emails > 0) log.info('The weekly email about leads is on its way', { emails });
    },
    recordContent: () => recordContent(pool, config.dataDir, new Date()),
    log,
  });
  const outboxJob = repeatJob(outbox, log);
  const running = [outboxJob, ...Object.values(others).map((job) => repeatJob(job, log))];
  return {
    wakeOutbox: outboxJob.wake,
    async stop() {
      await Promise.all(running.map((job) => job.stop()));
      mailer?.close();
    },
  };
}
