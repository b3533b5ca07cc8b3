import type pg from 'pg';

import { tellSearchEngines } from '#adapters/index-now.ts';
import type { Sender } from '#adapters/email-by-smtp.ts';
import type { Logger } from '#adapters/log.ts';
import { deleteEndedSessions } from '#db/queries/sessions.ts';
import { deleteOldActivity } from '#domain/activity/delete-old-activity.ts';
import { sessionBounds } from '#domain/accounts/sessions/sessions.ts';
import { deleteUnusedAccounts } from '#domain/accounts/sign-up.ts';
import type { DomainContext } from '#domain/context.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import { deleteOldMessages } from '#domain/messages/delete-old-messages.ts';
import { sendWeeklyLeads } from '#domain/messages/send-weekly-leads.ts';
import { deleteOldMissingPages } from '#domain/redirects/missing-pages.ts';
import type { BulkMailer } from '#domain/post-emails/bulk-mailer.ts';
import { announcePages } from '#domain/posts/announce-pages.ts';
import { refreshSearch } from '#domain/search/refresh-search.ts';

import { runVerification } from '../backup/run-verification.ts';
import type { ScheduledBackups } from '../backup/scheduled-backups.ts';
import type { Config } from '../settings/config.ts';
import { openBulkMailer } from '../email/bulk-mailer.ts';
import { deliverEmails } from '../email/deliver-emails.ts';
import { sendPostEmails } from '../email/send-post-emails.ts';
import { recordContent } from '../database/had-content.ts';
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

export type JobParts = {
  config: Config;
  /** Asked for at each run: its settings are those of that moment. */
  domain: () => DomainContext;
  pool: pg.Pool;
  backups: Pick<ScheduledBackups, 'run' | 'archive'>;
  delivery: () => Delivery | null;
  /** Of the emails of posts; null: no post can be emailed. */
  mailer: BulkMailer | null;
  images: Pick<Images, 'store' | 'sweep' | 'trimCache'>;
  disk: Pick<DiskWatch, 'space'>;
  /** Whether each new backup is restored into a scratch place. */
  verifiesBackups: boolean;
  log: Logger;
};

/** Everything that the process does by itself: name, how often, what it runs. */
export function jobs({ config, domain, pool, backups, delivery, mailer, images, disk, ...parts }: JobParts) {
  const { log } = parts;
  const { db, deriveKey } = domain();
  const verify = parts.verifiesBackups ? runVerification : null;
  const backedUp = () => ({ domain: domain(), pool, images: images.store, log, verify });
  const returnPath = returnPathOf(config, { deriveKey });
  const { indexNow } = config;
  const logCount = async (message: string, what: string, work: Promise<number>) => {
    const count = await work;
    if (count > 0) log.info(message, { [what]: count });
  };
  return {
    outbox: {
      name: 'Delivery of emails',
      everyMilliseconds: 5 * seconds,
      // A slow mail server holds up this many deliveries; the others go on.
      atOnce: 4,
      run: (stopping) => deliverEmails({ ...domain(), delivery: delivery() }, log, stopping),
    },
    postEmails: {
      name: 'Sending of posts by email',
      everyMilliseconds: seconds,
      run: (stopping) =>
        sendPostEmails({ domain: domain(), mailer, rate: config.newsletter.rate, returnPath }, log, stopping),
    },
    search: {
      name: 'Update of the search index',
      everyMilliseconds: minutes,
      run: (stopping) =>
        logCount('More posts are in the search index', 'posts', refreshSearch({ db }, stopping)),
    },
    disk: {
      name: 'Check of the disk',
      everyMilliseconds: minutes,
      run: disk.space,
    },
    backups: {
      name: 'Backup',
      everyMilliseconds: minutes,
      run: () => backups.run(backedUp()),
    },
    archive: {
      name: 'Point-in-time archive',
      // An image of these seconds may be lost with the machine.
      everyMilliseconds: 10 * seconds,
      run: () => backups.archive(backedUp()),
    },
    bounces: {
      name: 'Reading of bounces',
      everyMilliseconds: minutes,
      run: bounceReader(config, { db, deriveKey }, log),
    },
    announcements: {
      name: 'Announcement of pages to search engines',
      everyMilliseconds: minutes,
      async run() {
        if (indexNow === null) return;
        const tell = (announcement: object) => tellSearchEngines(indexNow, announcement);
        await logCount('Search engines were told of pages', 'pages', announcePages(domain(), tell));
      },
    },
    weeklyLeads: {
      name: 'Weekly email about leads',
      everyMilliseconds: minutes,
      run: () => logCount('The weekly email about leads is on its way', 'emails', sendWeeklyLeads(domain())),
    },
    content: {
      name: 'Record of content',
      everyMilliseconds: minutes,
      run: () => recordContent(pool, config.dataDir, new Date()),
    },
    views: {
      name: 'Pruning of views',
      everyMilliseconds: 10 * minutes,
      run: () => pruneViews({ db, log }),
    },
    images: {
      name: 'Deletion of unused images',
      everyMilliseconds: 15 * minutes,
      async run() {
        await images.sweep();
        await images.trimCache();
      },
    },
    sessions: {
      name: 'Deletion of expired sessions',
      everyMilliseconds: hours,
      run: () => deleteEndedSessions(db, sessionBounds(new Date())),
    },
    accounts: {
      name: 'Deletion of unused accounts',
      everyMilliseconds: hours,
      run: () => logCount('Accounts without a role were deleted', 'accounts', deleteUnusedAccounts({ db })),
    },
    activity: {
      name: 'Deletion of old activity',
      everyMilliseconds: hours,
      run: () =>
        logCount(
          'Old entries of the activity log were deleted',
          'entries',
          deleteOldActivity(domain(), activityDaysKept),
        ),
    },
    missingPages: {
      name: 'Deletion of old missing pages',
      everyMilliseconds: hours,
      run: () => deleteOldMissingPages(domain()),
    },
    messages: {
      name: 'Deletion of old messages',
      everyMilliseconds: hours,
      run: () =>
        logCount('Old messages were deleted', 'messages', deleteOldMessages({ db }, messageDaysKept)),
    },
  } satisfies Record<string, Job>;
}

export type RunningJobs = ReturnType<typeof startJobs>;

/** Starts every job: each runs now and then again and again. */
export function startJobs(parts: Omit<JobParts, 'mailer'> & { sender: () => Sender }) {
  const { config, domain, log } = parts;
  const mailer = openBulkMailer(config, domain().origin, parts.sender);
  const { outbox, ...others } = jobs({ ...parts, mailer });
  const outboxJob = repeatJob(outbox, log);
  const running = [outboxJob, ...Object.values(others).map((job) => repeatJob(job, log))];
  return {
    /** Runs the delivery of emails soon. */
    wakeOutbox: outboxJob.wake,
    /** Resolves when the current runs are over; none starts afterwards. */
    async stop(): Promise<void> {
      await Promise.all(running.map((job) => job.stop()));
      mailer?.close();
    },
  };
}
