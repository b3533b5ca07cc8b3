import { sessionCookieName } from '#adapters/auth.ts';
import type { ProcessLog } from '#adapters/log.ts';
import { findAdmission } from '#app/http/require-admin.ts';
import type { Web } from '#app/web.ts';
import type { Database } from '#db/client.ts';
import { readPublicSlugs } from '#db/queries/public-slugs.ts';
import { isServerReadOnly } from '#db/queries/server-state.ts';
import { createUnavailableDatabase } from '#db/unavailable.ts';
import type { UserAgentParser } from '#domain/analytics/user-agent-parser.ts';
import type { Delivery } from '#domain/email/delivery.ts';
import type { Mailer } from '#domain/email/mailer.ts';
import { createPublishedWords } from '#domain/site/published-words.ts';
import { readContent } from '#domain/site/read-content.ts';
import { dayInZone } from '#domain/text/dates.ts';
import type { ScheduledBackups } from './backup/scheduled-backups.ts';
import { createPurgeQueue, sendPurge } from './cdn/purge-queue.ts';
import { createApp, type App, type AppOptions, type AppState } from './http/app.ts';
import type { Render } from './http/render.ts';
import type { Config } from './config.ts';
import type { ConfiguredDatabase } from './database.ts';
import { createDependencies, requestDependencies, type Dependencies } from './dependencies.ts';
import { createDelivery } from './email/delivery.ts';
import { createEmailCheck } from './email/email-check.ts';
import { newsletterSettings } from './email/bulk-mailer.ts';
import { createMailer } from './email/mailer.ts';
import { createHttpServer } from './http/listen.ts';
import { bodyMemoryOf } from './http/request-body.ts';
import { createViewEndpoints } from './http/view-endpoint.ts';
import { createImages, type Images } from './images/images.ts';
import { createDiskWatch, type DiskWatch } from './jobs/disk-watch.ts';
import type { Metrics } from './metrics/metrics.ts';
import { listenOrExplain } from './own-address.ts';
import { pageStoreRoot, type CopiedPage } from './pages/page-store.ts';
import { createWordsCopy } from './pages/words-copy.ts';
import type { PointInTime } from './point-in-time/point-in-time.ts';
import { createMissingPages } from './redirects/missing-pages.ts';
import { finishesWithin, retireServer, stopServer, WORK_WITHIN } from './shutdown.ts';

/** What answers requests. */
export type Site = {
  readonly images: Images;
  readonly mail: Mailer;
  /** Null: messages are kept in the inbox only. */
  readonly delivery: Delivery | null;
  readonly disk: DiskWatch;
  /** What goes on now, and what was counted so far. */
  state(): AppState;
  /** Takes connections from now on. @throws StartError */
  listen(): Promise<void>;
  /** The database can be asked from now on: public pages are rendered. */
  open(database: ConfiguredDatabase): Dependencies;
  /** From now on everything is answered: the first administrator can sign in. */
  serve(): void;
  /** Content was changed elsewhere: what changed is read at once. */
  checkContent(): void;
  /**
   * Another process of this installation has changed content. Resolves when nothing from before that change can be
   * shown any more, by this process or after its end.
   */
  contentChangedElsewhere(): Promise<void>;
  /** The last good copy of a page. */
  copyOf(address: string): CopiedPage | undefined;
  /** Takes no new connections, lets the ones there are end with their next answer, and stops. */
  retire(): Promise<void>;
  /** Says "not ready" for a moment, takes no new connections and stops. */
  stop(): Promise<void>;
  /** Ends at once: the start has failed. */
  abandon(): Promise<void>;
};

export type SiteOptions = {
  config: Config;
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
  pointInTime: Pick<PointInTime, 'notices' | 'warning'>;
  /** The outbox has a new entry. */
  outboxFilled: () => void;
  /** Counts requests and security events; null: no one asks for metrics. */
  metrics: Pick<Metrics, 'recordRequest' | 'recordSecurityEvent'> | null;
  /** Where several processes answer. */
  shared?: {
    /** Of this one among them, from 0; the one at place 0 purges shared caches. */
    place: number;
    /** Tells the others; resolves when nothing from before the change can be shown by them. */
    contentChanged: () => Promise<void>;
    /** The last good copy of a page that one of them has. */
    copyElsewhere: (address: string) => Promise<CopiedPage | undefined>;
  };
};

export type Development = {
  app: Pick<AppOptions, 'cacheablePages' | 'contentSecurityPolicy'>;
  wrap: (app: App) => App;
};

/** Puts together everything between the port and the domain. Nothing runs before `listen`. */
export function createSite(options: SiteOptions): Site {
  const { config, origin, port, log, secret, backups, pointInTime, metrics, shared } = options;
  let parts: Dependencies | null = null;
  let opened: Dependencies | null = null;
  let database: ConfiguredDatabase | null = null;
  const place = shared?.place ?? 0;
  const wordsCopy = { key: contentKeyOf(config), writes: place === 0, log };
  const words = createPublishedWords(options.development ? undefined : createWordsCopy(config, wordsCopy));
  const purge = place > 0 ? null : config.cdnPurge;
  const purges =
    purge === null ? null : createPurgeQueue({ send: (keys, signal) => sendPurge(purge, keys, signal), log });
  const cdnWarnings = () => [purges?.warning() ?? null].filter((warning) => warning !== null);
  const operatorNotices = () => {
    const proxy = app.hasUntrustedProxy() ? [untrustedProxyNotice] : [];
    const notices = [backups.notices(), pointInTime.notices()];
    return {
      warnings: [...proxy, ...cdnWarnings(), ...notices.flatMap(({ warnings }) => warnings)],
      facts: notices.flatMap(({ facts }) => facts),
    };
  };
  /** What public pages are rendered with until the database is open: what needs none is there from the beginning. */
  let partsWithoutDatabase: Dependencies | null = null;
  const render: Render = async (request, info) => {
    const isOpen = parts !== null;
    if (!isOpen && !mayRenderWithoutDatabase(request)) return startingAnswer();
    const web = await options.web();
    const reportError = (error: unknown) => {
      const fields = { requestId: info.requestId, error };
      if (isOpen) log.error('A route failed', fields);
      else log.debug('A route needs the database, which is not open yet', fields);
    };
    const { contactEmail, securityContact } = config;
    const site = { origin, contactEmail, securityContact };
    const used = parts ?? (partsWithoutDatabase ??= partsOn(createUnavailableDatabase()));
    return web.answer(request, requestDependencies(used, { ...info, site, reportError, operatorNotices }));
  };
  const images = createImages(config, log, () => parts);
  const agentParser = createLazyAgentParser();
  const missingPages = createMissingPages({ agentParser, log });
  /** Every footer names the year, so a new one changes every page. */
  const versionOfPages = (version: string) =>
    `${dayInZone(new Date(), config.siteTimezone).slice(0, 4)} ${version}`;
  const plainApp = createApp({
    origin: { origin, isConfigured: config.siteUrl.isConfigured },
    trustedProxies: config.trustedProxies,
    hstsIncludeSubDomains: config.hstsIncludeSubDomains,
    log,
    accessLogPerSecond: config.accessLogPerSecond,
    frameworkPatterns: options.web().then(({ routePatterns }) => routePatterns),
    ...(metrics ? { onRequest: (request, route) => metrics.recordRequest(route, request) } : {}),
    ...(shared ? { limits: { bodyMemory: bodyMemoryOf(config.workers) } } : {}),
    clientDirectory: options.clientDirectory,
    render,
    directHandlers: createViewEndpoints({ parts: () => parts, agentParser, origin, log }),
    contentVersion: async (since) => {
      const [, versionBefore = ''] = since?.split(' ') ?? [];
      const content = await readContent(openOrThrow(database).watcher, words, versionBefore || undefined);
      const version = versionOfPages(content.version);
      const isSameYear = since === versionOfPages(versionBefore);
      return { ...content, version, changes: isSameYear ? content.changes : undefined };
    },
    publicSlugs: async (slugs) => {
      const found = await readPublicSlugs(openOrThrow(database).watcher, slugs);
      return { ...found, version: versionOfPages(found.version) };
    },
    ...(options.development ? {} : { pageStore: pageStoreOf(config, origin, place) }),
    ...(shared
      ? { contentChangedElsewhere: shared.contentChanged, copyElsewhere: shared.copyElsewhere }
      : {}),
    readiness: () => checkReadiness(database, parts !== null, images),
    hasCdn: config.cdnPurge !== null,
    onContentChange: (keys) => {
      purges?.changed(keys);
      missingPages.contentChanged(keys);
    },
    missingPages,
    readinessWarnings: () =>
      [...cdnWarnings(), backups.warning(), pointInTime.warning()].filter((warning) => warning !== null),
    sessionCookieNames: [sessionCookieName(origin)],
    admit: async (cookies) => {
      if (!parts) throw new Error('The product is still starting.');
      return findAdmission(parts.auth, cookies);
    },
    streamingRoutes: images.routes,
    ...options.development?.app,
  });
  const app = options.development ? options.development.wrap(plainApp) : plainApp;
  const disk = createDiskWatch({ directory: config.dataDir, log });
  const server = createHttpServer(app);
  const mail = createMailer(config, async () => words.current().general.name);
  const delivery = createDelivery(config, mail, origin);

  const partsOn = (db: Database) =>
    createDependencies({
      config,
      mail,
      newsletter: newsletterSettings(config, origin),
      deliversMessages: delivery !== null,
      emailCheck: createEmailCheck(config, { mail, delivery, origin }),
      diskSpace: disk.space,
      outboxFilled: options.outboxFilled,
      origin,
      aliases: aliasesOf(config, port),
      secret,
      db,
      log,
      contentChanged: app.contentChanged,
      imagesDropped: images.sweep,
      countSecurityEvent: metrics?.recordSecurityEvent,
      words,
      readLogo: images.readLogo,
    });

  async function endWork(): Promise<void> {
    const work = Promise.all([
      opened?.views.stop(),
      opened?.pageViews.stop(),
      missingPages.stop(),
      images.close(),
    ]);
    if (!(await finishesWithin(WORK_WITHIN, work))) log.warn('Some work was cut short by the stop');
    purges?.stop();
    mail.close();
  }

  return {
    images,
    mail,
    delivery,
    disk,
    state: app.state,
    async listen() {
      await listenOrExplain(server, config.host, port);
    },
    open(given) {
      database = given;
      missingPages.open(given.client.db);
      app.watchContent();
      opened = partsOn(given.client.db);
      return opened;
    },
    serve() {
      parts = opened;
    },
    checkContent: app.checkContent,
    contentChangedElsewhere: app.contentChangedElsewhere,
    copyOf: app.copyOf,
    async retire() {
      await retireServer(server, app);
      await endWork();
    },
    async stop() {
      await stopServer(server, app);
      await endWork();
    },
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

function openOrThrow(database: ConfiguredDatabase | null): ConfiguredDatabase {
  if (!database) throw new Error('The product is still starting.');
  return database;
}

/** What is missing. */
async function checkReadiness(
  open: ConfiguredDatabase | null,
  isStarted: boolean,
  { store }: Images,
): Promise<string[]> {
  if (!open) return ['the database'];
  if (!isStarted) return ['the site is starting'];
  const found = await Promise.all([
    isServerReadOnly(open.client.db).then(
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

/** What public pages show beside the content: the site's own address, its settings, and whose content it is. */
function pageStoreOf(config: Config, origin: string, place: number): NonNullable<AppOptions['pageStore']> {
  const shown = [origin, config.contactEmail, config.siteTimezone, config.cdnPurge !== null];
  const others = Array.from({ length: config.workers }, (_, other) => other).filter(
    (other) => other !== place,
  );
  return {
    folder: pageStoreRoot(config, place),
    otherFolders: others.map((other) => pageStoreRoot(config, other)),
    key: JSON.stringify([...shown, contentKeyOf(config)]),
  };
}

/** Whose content it is: the database, without its password. */
function contentKeyOf({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  const url = databaseUrl === null ? null : URL.parse(databaseUrl);
  return JSON.stringify([url?.host, url?.pathname, url?.searchParams.get('host')]);
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
