import type { ProcessLog } from '#adapters/log.ts';
import type { Web } from '#app/web.ts';
import { atMostEvery } from '#domain/core/at-most-every.ts';
import { brandOf, type PublishedWords } from '#domain/site/published-words.ts';
import type { ScheduledBackups } from './backup/scheduled-backups.ts';
import type { ConfiguredDatabase } from './database/database.ts';
import type { Dependencies } from './dependencies.ts';
import { createDelivery, createMailer, senderOf } from './email/delivery.ts';
import type { Alarms } from './guards/alarms.ts';
import { createClockKeeper } from './guards/clock-keeper.ts';
import { createMailWatch } from './guards/mail-watch.ts';
import type { App, AppOptions } from './http/app.ts';
import { createMissingPages } from './http/missing-pages.ts';
import { createImages } from './images/images.ts';
import { createImports } from './imports/imports.ts';
import { createDiskWatch } from './jobs/disk-watch.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createJobWatch } from './scheduling/job-watch.ts';
import { createOwnWordsRecord } from './own-words-record.ts';
import { createTextBox } from '#adapters/text-box.ts';
import { createPurgeQueue, sendPurge } from './pages/purge-queue.ts';
import type { Config } from './settings/config.ts';
import { siteSettings } from './settings/site-settings.ts';

export type SiteOptions = {
  config: Config;
  words: PublishedWords;
  port: number;
  origin: string;
  secret: string;
  log: ProcessLog;
  /** The web that answers; in development a new one after each change. */
  web: () => Promise<Web>;
  /** Built browser files; undefined when the development server serves them. */
  clientDirectory: string | undefined;
  development?: Development;
  backups: Pick<ScheduledBackups, 'notices' | 'warning'>;
  jobAdded: () => void;
  /** Counts requests and security events; null: no one asks for metrics. */
  metrics: Omit<Metrics, 'text'> | null;
};

type Development = {
  app: Pick<AppOptions, 'cacheablePages' | 'contentSecurityPolicy'>;
  wrap: (app: App) => App;
};

export type Services = ReturnType<typeof createServices>;

export type Progress = {
  database: ConfiguredDatabase | null;
  /** Made when the database is open; `parts` once everything is answered. */
  opened: Dependencies | null;
  parts: Dependencies | null;
};

export function createServices({ config, words, log, origin, backups }: SiteOptions, progress: Progress) {
  const settings = () => siteSettings(words.current(), config);
  const sender = () => senderOf(settings(), brandOf(words.current()), origin);
  const mail = createMailer(config, sender);
  // Its lists are loaded with the first agent.
  const agentParser = atMostEvery(Infinity, async () =>
    (await import('#domain/analytics/user-agent-parser.ts')).createUserAgentParser(),
  );
  const purge = config.cdnPurge;
  const domain = () => partsOrThrow(progress).domain();
  const images = createImages(config, log, domain);
  const disk = createDiskWatch({ directory: config.dataDir, log });
  const clock = createClockKeeper();
  const jobWatch = createJobWatch();
  const mailWatch = createMailWatch();
  const purges =
    purge === null ? null : createPurgeQueue({ send: (keys, signal) => sendPurge(purge, keys, signal), log });
  return {
    words,
    settings,
    sender,
    ownWords: createOwnWordsRecord(config, log),
    mail,
    agentParser,
    /** Null: messages are kept in the inbox only. */
    delivery: () => createDelivery({ ...settings(), email: config.email, origin }, mail),
    images,
    texts: createTextBox(),
    imports: createImports(config, images, log, domain),
    disk,
    clock,
    jobWatch,
    mailWatch,
    missingPages: createMissingPages({ agentParser, log }),
    purges,
    alarms: (): Alarms => ({
      backups: backups.warning(),
      cdn: purges?.warning() ?? null,
      clock: clock.warning(settings().timeZone),
      disk: disk.warning(),
      email: mailWatch.warning(settings().timeZone),
      jobs: joined(Object.values(jobWatch.problems())),
      images: images.otherStorage() && 'the images are in another place than the database knows',
    }),
  };
}

function joined(problems: readonly (string | null)[]): string | null {
  return problems.filter((problem) => problem !== null).join(' ') || null;
}

export function openOrThrow({ database }: Progress): ConfiguredDatabase {
  if (!database) throw new Error('The product is still starting.');
  return database;
}

export function partsOrThrow({ parts }: Progress): Dependencies {
  if (!parts) throw new Error('The product is still starting.');
  return parts;
}
