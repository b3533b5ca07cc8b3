import { join } from 'node:path';

import { fetchSmallText } from '#adapters/fetch-small-text.ts';
import { createArchiveWriter } from '#adapters/zip-writer.ts';
import { deriveKey } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { tokenOfEmail } from '#domain/email/enqueue-email.ts';
import { cookieName } from '#domain/accounts/sessions/cookies.ts';
import type { ProcessLog } from '#adapters/log.ts';
import { findAdmission } from '#app/http/require-admin.ts';
import type { Web } from '#app/web.ts';
import type { Database } from '#db/client.ts';
import { isServerReadOnly } from '#db/queries/server-facts.ts';
import { createUnavailableDatabase } from '#db/unavailable.ts';
import type { UserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import { brandOf, type PublishedWords, readContent } from '#domain/site/published-words.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import type { ScheduledBackups } from './backup/scheduled-backups.ts';
import { createPurgeQueue, sendPurge } from './pages/purge-queue.ts';
import { type Config, signInWaysOf } from './settings/config.ts';
import type { ConfiguredDatabase } from './database/database.ts';
import { createDependencies, type Dependencies, partsOfEachRequest } from './dependencies.ts';
import { newsletterSettings } from './email/bulk-mailer.ts';
import { createDelivery, createEmailCheck, createMailer } from '#server/email/delivery.ts';
import { type App, type AppOptions, createApp } from './http/app.ts';
import { createHttpServer, stopServer } from './http/listen.ts';
import type { Render } from './responses/framework.ts';
import { createViewEndpoints } from './http/view-endpoint.ts';
import { createImports } from './imports/imports.ts';
import { createImages, type Images } from './images/images.ts';
import { createDiskWatch } from './jobs/disk-watch.ts';
import { createMcpRoute } from './http/mcp.ts';
import type { Metrics } from './metrics/metrics.ts';
import { listenOrExplain } from './http/own-address.ts';
import { createOwnWordsRecord } from './own-words-record.ts';
import { createMissingPages } from './http/missing-pages.ts';
import { finishesWithin } from './scheduling/within.ts';
import { createSecurityLog } from './security-log.ts';
import { workWithin } from './scheduling/shutdown.ts';

/** What answers requests. */
export type Site = ReturnType<typeof createSite>;

export type SiteOptions = {
  config: Config;
  /** The owner's words, which `config` shows too. */
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
  /** The outbox has a new entry. */
  outboxFilled: () => void;
  /** Counts requests and security events; null: no one asks for metrics. */
  metrics: Omit<Metrics, 'text'> | null;
};

export type Development = {
  app: Pick<AppOptions, 'cacheablePages' | 'contentSecurityPolicy'>;
  wrap: (app: App) => App;
};

/** What the site is made of from its creation on. */
type Services = ReturnType<typeof createServices>;

/** How far the start has come. */
type Progress = {
  database: ConfiguredDatabase | null;
  /** Made when the database is open; `parts` once everything is answered. */
  opened: Dependencies | null;
  parts: Dependencies | null;
};

/** Puts together everything between the port and the domain. Nothing runs before `listen`. */
export function createSite(options: SiteOptions) {
  const { config, log } = options;
  const progress: Progress = { database: null, opened: null, parts: null };
  const services = createServices(options, progress);
  const { images, disk, mail, delivery, missingPages, purges, words } = services;
  const aliases = aliasesOf(config, options.port);
  const partsOn = (db: Database) =>
    createDependencies(createDomain(options, services, app, db), {
      config,
      aliases,
      log,
      words,
      readLogo: images.readLogo,
    });
  const render = createRender(options, services, progress, {
    hasUntrustedProxy: () => app.hasUntrustedProxy(),
    /** What needs no database is there from the beginning. */
    partsWithoutDatabase: () => partsOn(createUnavailableDatabase()),
  });
  const plainApp = createApp(appOptions(options, services, progress, render));
  const app = options.development ? options.development.wrap(plainApp) : plainApp;
  const server = createHttpServer(app);

  return {
    images,
    delivery,
    disk,
    state: app.state,
    /** Takes connections from now on. @throws StartError */
    listen: () => listenOrExplain(server, config.host, options.port),
    /** The database can be asked from now on. */
    open(database: ConfiguredDatabase): Dependencies {
      progress.database = database;
      missingPages.open(database.client.db);
      return (progress.opened = partsOn(database.client.db));
    },
    /** Reads the owner's words. From then on everything is answered: the first administrator can sign in. */
    async serve() {
      await words.load(openOrThrow(progress).watcher);
      app.watchContent();
      progress.parts = progress.opened;
    },
    checkContent: app.checkContent,
    /** Says "not ready" for a moment, takes no new connections and stops. */
    async stop() {
      await stopServer(server, app);
      const { opened } = progress;
      const work = [opened?.views.stop(), missingPages.stop(), images.close()];
      if (!(await finishesWithin(workWithin, Promise.all(work))))
        log.warn('Some work was cut short by the stop');
      purges?.stop();
      mail.close();
    },
    /** Ends at once: the start has failed. */
    async abandon() {
      purges?.stop();
      mail.close();
      await missingPages.stop();
      app.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await images.close();
    },
  };
}

function createServices({ config, words, log, origin }: SiteOptions, progress: Progress) {
  const mail = createMailer(config, async () => brandOf(words.current()));
  const agentParser = createLazyAgentParser();
  const purge = config.cdnPurge;
  const domain = () => partsOrThrow(progress).domain;
  const images = createImages(config, log, domain);
  return {
    words,
    ownWords: createOwnWordsRecord(config, log),
    mail,
    agentParser,
    /** Null: messages are kept in the inbox only. */
    delivery: createDelivery(config, mail, origin),
    images,
    imports: createImports(config, images, log, domain),
    disk: createDiskWatch({ directory: config.dataDir, log }),
    missingPages: createMissingPages({ agentParser, log }),
    purges:
      purge === null
        ? null
        : createPurgeQueue({ send: (keys, signal) => sendPurge(purge, keys, signal), log }),
  };
}

/** The domain as the process itself uses it: no actor, no request. */
function createDomain(
  { config, origin, secret, log, metrics, outboxFilled }: SiteOptions,
  { mail, delivery, disk, images, imports }: Services,
  app: App,
  db: Database,
): DomainContext {
  const logSecurity = createSecurityLog(log);
  return {
    db,
    actor: null,
    session: null,
    clientAddress: null,
    requestId: null,
    reportSecurity(event) {
      logSecurity(event);
      metrics?.recordSecurityEvent(event.event);
    },
    now: () => new Date(),
    get timeZone() {
      return config.siteTimezone;
    },
    rateLimits: config.rateLimits,
    signInWays: signInWaysOf(config),
    emailConfirmation: config.emailConfirmation,
    mail,
    newsletter: newsletterSettings(config),
    emailToken: (emailId) => tokenOfEmail(secret, emailId),
    deriveKey: (purpose) => deriveKey(secret, purpose),
    fetchText: fetchSmallText,
    get deliversMessages() {
      return delivery !== null && config.contactEmail !== null;
    },
    get contactEmail() {
      return config.contactEmail;
    },
    get emailCheck() {
      return createEmailCheck(config, { mail, delivery, origin });
    },
    diskSpace: disk.space,
    imports: imports.worker,
    writeArchive: createArchiveWriter(images.store),
    outboxFilled,
    origin,
    contentChanged: app.contentChanged,
    imagesDropped: images.sweep,
  };
}

/** Renders pages by the web, with what there is by then. */
function createRender(
  { config, origin, log, web, backups }: SiteOptions,
  { purges, ownWords }: Services,
  progress: Progress,
  site: { hasUntrustedProxy: () => boolean; partsWithoutDatabase: () => Dependencies },
): Render {
  let partsWithoutDatabase: Dependencies | null = null;
  const operatorNotices = () => {
    const { warnings, facts } = backups.notices();
    return {
      warnings: [
        ...(site.hasUntrustedProxy() ? [{ text: untrustedProxyNotice }] : []),
        ...[purges?.warning() ?? null].flatMap((text) => (text === null ? [] : [{ text }])),
        ...warnings,
      ],
      facts,
    };
  };

  return async (request, info) => {
    const isOpen = progress.parts !== null;
    if (!isOpen && (ownWords.exist() || !mayRenderWithoutDatabase(request))) return startingAnswer();
    const { answer } = await web();
    const reportError = (error: unknown) => {
      const fields = { requestId: info.requestId, error };
      if (isOpen) log.error('A route failed', fields);
      else log.debug('A route needs the database, which is not open yet', fields);
    };
    const used = progress.parts ?? (partsWithoutDatabase ??= site.partsWithoutDatabase());
    const shown = { origin, contactEmail: config.contactEmail, fixedWords: config.fixedWords };
    const parts = partsOfEachRequest(used);
    return answer(request, { ...parts, ...info, site: shown, reportError, operatorNotices });
  };
}

function appOptions(
  options: SiteOptions,
  services: Services,
  progress: Progress,
  render: Render,
): AppOptions {
  const { config, origin, log, metrics, backups } = options;
  const { purges, missingPages, agentParser, images, imports } = services;
  return {
    origin: { origin, isConfigured: config.siteUrl.isConfigured },
    trustedProxies: config.trustedProxies,
    log,
    accessLogPerSecond: config.accessLogPerSecond,
    frameworkPatterns: options.web().then(({ routePatterns }) => routePatterns),
    ...(metrics ? { onRequest: (request, route) => metrics.recordRequest(route, request) } : {}),
    clientDirectory: options.clientDirectory,
    render,
    contentVersion: createContentVersionReader(config, services, progress),
    readiness: () => checkReadiness(progress, images),
    readinessWarnings: () =>
      [purges?.warning() ?? null, backups.warning()].filter((warning) => warning !== null),
    hasCdn: config.cdnPurge !== null,
    onContentChange: (keys) => {
      purges?.changed(keys);
      missingPages.contentChanged(keys);
    },
    missingPages,
    sessionCookieNames: [cookieName(origin, 'session')],
    admit: async (cookies) => findAdmission(partsOrThrow(progress).domain, cookies),
    streamingRoutes: [
      ...createViewEndpoints({ parts: () => partsOrThrow(progress), agentParser, origin, log }),
      ...images.routes,
      imports.route,
      createMcpRoute({
        directory: join(config.dataDir, 'uploads'),
        images,
        log,
        onCall: (tool, isError) => metrics?.recordToolCall(tool, isError),
        parts: () => partsOrThrow(progress),
      }),
    ],
    ...options.development?.app,
  };
}

/** What changed of the content. Every footer names the year, so a new one changes every page. */
function createContentVersionReader(
  config: Config,
  { words, ownWords }: Services,
  progress: Progress,
): AppOptions['contentVersion'] {
  const withYear = (version: string) =>
    `${dayInZone(new Date(), config.siteTimezone).slice(0, 4)} ${version}`;
  return async (since) => {
    const [, versionBefore = ''] = since?.split(' ') ?? [];
    const content = await readContent(openOrThrow(progress).watcher, words, versionBefore || undefined);
    if (words.areEdited()) void ownWords.record();
    const isSameYear = since === withYear(versionBefore);
    return {
      ...content,
      version: withYear(content.version),
      changes: isSameYear ? content.changes : undefined,
    };
  };
}

const untrustedProxyNotice =
  'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is not set. If a reverse proxy stands in front of this site, set TRUSTED_PROXIES to its address: until then all visitors count as one, and share one limit.';

/** Its lists are loaded with the first agent. */
function createLazyAgentParser(): () => Promise<UserAgentParser> {
  let parser: Promise<UserAgentParser> | undefined;
  return () =>
    (parser ??= import('#domain/analytics/user-agent-parser.ts').then((module) =>
      module.createUserAgentParser(),
    ));
}

function openOrThrow({ database }: Progress): ConfiguredDatabase {
  if (!database) throw new Error('The product is still starting.');
  return database;
}

function partsOrThrow({ parts }: Progress): Dependencies {
  if (!parts) throw new Error('The product is still starting.');
  return parts;
}

/** What is missing to serve. */
async function checkReadiness({ database, parts }: Progress, { store }: Images): Promise<string[]> {
  if (!database) return ['the database'];
  if (!parts) return ['the site is starting'];
  const found = await Promise.all([
    isServerReadOnly(database.client.db).then(
      (isReadOnly) => (isReadOnly ? 'the database is read-only' : null),
      () => 'the database',
    ),
    store.check().then(
      () => null,
      () => 'the storage',
    ),
  ]);
  return found.filter((one) => one !== null);
}

/** Accounts and sessions are in the database. */
function mayRenderWithoutDatabase(request: Request): boolean {
  return !/^\/(?:admin|api|preview|rpc)(?:[/.]|$)/.test(new URL(request.url).pathname);
}

function startingAnswer(): Response {
  return new Response('The site is starting. Please try again in a moment.\n', {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '2', 'Cache-Control': 'no-store' },
  });
}

/** Names under which a browser on this machine reaches us, as long as no public origin is configured. */
function aliasesOf(config: Config, port: number): string[] {
  if (config.siteUrl.isConfigured) return [];
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`);
}
