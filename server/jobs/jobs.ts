import type pg from 'pg';

import { tellSearchEngines } from '#adapters/index-now.ts';
import { createWebhookSender } from '#adapters/send-webhook.ts';
import type { Sender } from '#adapters/email-by-smtp.ts';
import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import type { Payloads } from '#db/queries/jobs.ts';
import { hasDuePostEmails } from '#db/queries/post-email-recipients.ts';
import { mergeNewWords } from '#db/queries/search.ts';
import { deleteExpiredSessions } from '#domain/accounts/sessions/sessions.ts';
import { deleteUnusedAccounts } from '#domain/accounts/profile/sign-up.ts';
import { deleteOldActivity } from '#domain/activity/delete-old-activity.ts';
import { pruneViews } from '#domain/analytics/prune-views.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { deliver } from '#domain/email/deliver.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import { deleteOldMessages } from '#domain/messages/delete-old-messages.ts';
import { sendWeeklyLeads } from '#domain/messages/send-weekly-leads.ts';
import type { BulkMailer } from '#domain/post-emails/bulk-mailer.ts';
import { announcePages, hasUnannouncedPages } from '#domain/posts/announce-pages.ts';
import { refreshDerived, hasStaleDerived } from '#domain/posts/refresh-derived.ts';
import { deleteOldMissingPages } from '#domain/redirects/missing-pages.ts';
import { deliverEvent } from '#domain/webhooks/deliver-event.ts';

import { runVerification } from '../backup/run-verification.ts';
import type { ScheduledBackups } from '../backup/scheduled-backups.ts';
import type { Config } from '../settings/config.ts';
import { openBulkMailer } from '../email/bulk-mailer.ts';
import { sendPostEmails } from '../email/send-post-emails.ts';
import { recordContent } from '../database/had-content.ts';
import { redactAddresses } from '../http/redact-addresses.ts';
import type { Images } from '../images/images.ts';
import { bounceReader, returnPathOf } from '../newsletter/bounces.ts';
import type { JobLimit, JobWatch } from '../scheduling/job-watch.ts';
import { repeatJob, type Job } from '../scheduling/repeat-job.ts';
import { workWithin } from '../scheduling/shutdown.ts';
import type { DiskWatch } from './disk-watch.ts';
import { runNextJob, runSchedule, type Schedule, type Task } from './run-job.ts';

const seconds = 1_000;
const minutes = 60_000;
const hours = 3_600_000;

/** How long a delivery may go on when the process stops: after it there must be time to give it back. Milliseconds. */
const grace = workWithin - 500;

/** Longest times: a run that takes longer hangs, and super admins are told. */
const limits: Readonly<Record<string, JobLimit>> = {
  delivery: ['Delivery of emails', 60],
  webhook: ['Webhooks', 60],
  import: ['Import', 24 * 60],
  postEmails: ['Emailing of posts', 48 * 60],
  search: ['Search index', 60],
  searchWords: ['Merging of the search index', 10],
  announcements: ['Announcement of pages', 10],
  weeklyLeads: ['Weekly email', 10],
  views: ['Cleaning of views', 60],
  images: ['Cleaning of images', 60],
  sessions: ['Cleaning of sessions', 10],
  accounts: ['Cleaning of accounts', 10],
  activity: ['Cleaning of the activity log', 60],
  missingPages: ['Cleaning of missing pages', 10],
  messages: ['Cleaning of messages', 10],
  clock: ['Clock', 10],
  mailWatch: ['Look at the outbox', 10],
  disk: ['Look at the disk', 10],
  backups: ['Backup', 120],
  archive: ['Point-in-time archive', 60],
  content: ['Record of the content', 10],
  bounces: ['Bounce mailbox', 10],
  importFiles: ['Cleaning of uploaded exports', 10],
  imageCache: ['Cleaning of the image cache', 60],
};
const usualLimit = (name: string): JobLimit => limits[name] ?? [name, 10];

type Look = { look: (db: Database) => Promise<void> };

type JobParts = {
  config: Config;
  /** Asked for at each run: its settings are those of that moment. */
  domain: () => DomainContext;
  pool: pg.Pool;
  backups: Pick<ScheduledBackups, 'run' | 'archive'>;
  delivery: () => Delivery | null;
  /** The sender of the emails of posts; null: no post can be emailed. */
  mailer: BulkMailer | null;
  imports: { task: Task<'import'>; clear: () => Promise<void> };
  clock: Look;
  mailWatch: Look;
  images: Pick<Images, 'store' | 'sweep' | 'trimCache'>;
  disk: Pick<DiskWatch, 'space'>;
  /** True if each new backup is restored into a scratch place. */
  verifiesBackups: boolean;
  jobWatch: Pick<JobWatch, 'watch'>;
  log: Logger;
};

/** Delivers emails and messages. */
export function deliveryTask({
  domain,
  delivery,
  log,
}: Pick<JobParts, 'domain' | 'delivery' | 'log'>): Task<'delivery'> {
  return {
    task: 'delivery',
    leaseSeconds: 90,
    // A slow mail server holds up this many deliveries; the others go on.
    atOnce: 4,
    async run(job, stopping) {
      const end = new AbortController();
      const endSoon = () => void setTimeout(() => end.abort(), grace).unref();
      stopping.addEventListener('abort', endSoon, { once: true });
      await deliver({ ...domain(), delivery: delivery() }, job, end.signal).finally(() =>
        stopping.removeEventListener('abort', endSoon),
      );
    },
    onFailure: ({ error, ...job }) =>
      log.warn('A delivery failed', { ...job, reason: redactAddresses(String(error)) }),
  };
}

/** Sends events to webhooks. */
export function webhookTask({
  config,
  domain,
  log,
}: Pick<JobParts, 'domain' | 'log'> & { config: Pick<Config, 'webhookHosts'> }): Task<'webhook'> {
  const send = createWebhookSender(config.webhookHosts);
  return {
    task: 'webhook',
    leaseSeconds: 15,
    atOnce: 4,
    run: (job, stopping) => deliverEvent(domain(), send, job, stopping),
    onFailure: ({ error, ...job }) =>
      log.info('A webhook did not take an event', { ...job, reason: redactAddresses(String(error)) }),
  };
}

/** Repeated work that one instance at a time does: name, how often, when there is something to do. */
function schedules(parts: JobParts): Schedule[] {
  const { config, domain, mailer, images, log } = parts;
  const { db, deriveKey } = domain();
  const { indexNow } = config;
  const { rate: maxRate } = config.newsletter;
  const returnPath = returnPathOf(config, { deriveKey });
  return [
    {
      name: 'postEmails',
      everyMilliseconds: seconds,
      isDue: async () => mailer !== null && hasDuePostEmails(db, domain().newsletter.isWeekly),
      run: async (stopping) =>
        mailer && sendPostEmails({ domain: domain(), mailer, maxRate, returnPath }, log, stopping),
    },
    {
      name: 'search',
      everyMilliseconds: minutes,
      isDue: () => hasStaleDerived(domain()),
      run: (stopping) => refreshDerived(domain(), stopping),
    },
    {
      name: 'announcements',
      everyMilliseconds: minutes,
      isDue: async () => indexNow !== null && hasUnannouncedPages({ db }),
      run: async () =>
        indexNow && announcePages(domain(), (announcement) => tellSearchEngines(indexNow, announcement)),
    },
    { name: 'searchWords', everyMilliseconds: 10 * minutes, run: () => mergeNewWords(db) },
    { name: 'weeklyLeads', everyMilliseconds: 10 * minutes, run: () => sendWeeklyLeads(domain()) },
    { name: 'views', everyMilliseconds: 10 * minutes, run: () => pruneViews(domain()) },
    { name: 'images', everyMilliseconds: 15 * minutes, run: images.sweep },
    { name: 'sessions', everyMilliseconds: hours, run: () => deleteExpiredSessions(domain()) },
    { name: 'accounts', everyMilliseconds: hours, run: () => deleteUnusedAccounts(domain()) },
    { name: 'activity', everyMilliseconds: hours, run: () => deleteOldActivity(domain()) },
    { name: 'missingPages', everyMilliseconds: hours, run: () => deleteOldMissingPages(domain()) },
    { name: 'messages', everyMilliseconds: hours, run: () => deleteOldMessages(domain()) },
  ];
}

/** Work that every instance does for itself. */
function ownJobs(parts: JobParts): Job[] {
  const { config, domain, pool, backups, images, imports, clock, mailWatch, disk, log, verifiesBackups } =
    parts;
  const verify = verifiesBackups ? runVerification : null;
  const backedUp = () => ({ domain: domain(), pool, images: images.store, log, verify });
  return [
    { name: 'clock', everyMilliseconds: minutes, run: () => clock.look(domain().db) },
    { name: 'mailWatch', everyMilliseconds: minutes / 2, run: () => mailWatch.look(domain().db) },
    { name: 'disk', everyMilliseconds: minutes, run: disk.space },
    { name: 'backups', everyMilliseconds: minutes, run: () => backups.run(backedUp()) },
    // An image of these seconds may be lost with the machine.
    { name: 'archive', everyMilliseconds: 10 * seconds, run: () => backups.archive(backedUp()) },
    {
      name: 'content',
      everyMilliseconds: minutes,
      run: () => recordContent(pool, config.dataDir, new Date()),
    },
    { name: 'bounces', everyMilliseconds: minutes, run: bounceReader(config, domain(), log) },
    { name: 'importFiles', everyMilliseconds: hours, run: imports.clear },
    { name: 'imageCache', everyMilliseconds: 15 * minutes, run: images.trimCache },
  ];
}

export type RunningJobs = ReturnType<typeof startJobs>;

/** Starts everything that the process does by itself, now and then again and again. */
export function startJobs(given: Omit<JobParts, 'mailer'> & { sender: () => Sender }) {
  const { config, domain, log, jobWatch } = given;
  const { db, origin } = domain();
  const mailer = openBulkMailer(config, origin, given.sender);
  const parts = { ...given, mailer };
  const tasks = [
    queueWorker(db, deliveryTask(parts)),
    queueWorker(db, webhookTask(parts)),
    queueWorker(db, parts.imports.task),
  ];
  const repeat = (job: Job) =>
    repeatJob(job, log, jobWatch.watch(job.name, job.everyMilliseconds, usualLimit(job.name)));
  const queue = tasks.map(repeat);
  const others = [...ownJobs(parts), ...schedules(parts).map((one) => scheduleWorker(db, one, log))];
  const running = [...queue, ...others.map(repeat)];
  return {
    /** Checks the queue soon. */
    wakeQueue: () => queue.forEach((worker) => worker.wake()),
    /** Resolves when the current runs are over; none starts afterwards. */
    async stop(): Promise<void> {
      await Promise.all(running.map((job) => job.stop()));
      mailer?.close();
    },
  };
}

/** Runs the jobs of a task until none is due. */
export function queueWorker<Name extends keyof Payloads>(db: Database, task: Task<Name>): Job {
  return {
    name: task.task,
    everyMilliseconds: 5 * seconds,
    atOnce: task.atOnce,
    async run(stopping) {
      while (!stopping.aborted && (await runNextJob(db, task, stopping))) {
        // The next one.
      }
    },
  };
}

/** Checks a schedule at its interval, and logs how much was done. */
function scheduleWorker(db: Database, schedule: Schedule, log: Logger): Job {
  const { name, everyMilliseconds } = schedule;
  return {
    name,
    everyMilliseconds,
    async run(stopping) {
      const done = await runSchedule(db, schedule, stopping);
      if (typeof done === 'number' && done > 0) log.info('A job is done', { job: name, count: done });
    },
  };
}
