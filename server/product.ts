import type { Server } from 'node:http';

import { sessionCookieName } from '#adapters/auth.ts';
import { createLog, type ProcessLog } from '#adapters/log.ts';
import { findAdmission } from '#app/http/require-admin.ts';
import type { Web } from '#app/web.ts';
import type { Database } from '#db/client.ts';
import { errorCode } from '#db/database-error.ts';
import { splitHosts } from '#db/hosts.ts';
import { readContentVersion } from '#db/queries/content-version.ts';
import { readPublicSlugs } from '#db/queries/public-slugs.ts';
import { isServerReadOnly } from '#db/queries/server-state.ts';
import { createUnavailableDatabase } from '#db/unavailable.ts';
import { recordSettings } from '#domain/activity/record-settings.ts';
import { isUnavailable } from '#domain/errors.ts';
import { dayInZone } from '#domain/text/dates.ts';
import { createPurgeQueue } from './cdn/purge-queue.ts';
import { sendPurge } from './cdn/send-purge.ts';
import { runVerification } from './backup/run-verification.ts';
import { createScheduledBackups } from './backup/scheduled-backups.ts';
import { createApp, type App, type AppOptions } from './http/app.ts';
import type { Render } from './http/render.ts';
import type { Config } from './config.ts';
import { assertContentNotLost, recordContent } from './had-content.ts';
import { createDelivery } from './email/delivery.ts';
import { openConfiguredDatabase, StartError, type ConfiguredDatabase } from './database.ts';
import { createDiskWatch } from './jobs/disk-watch.ts';
import { prepareFirstAdmin } from './first-admin.ts';
import { createHttpServer, findFreePort, listen } from './http/listen.ts';
import { loggedSettings } from './logged-settings.ts';
import { createEmailCheck } from './email/email-check.ts';
import { createMailer } from './email/mailer.ts';
import { pageStoreFolder } from './pages/page-store.ts';
import { createDependencies, requestDependencies, type Dependencies } from './dependencies.ts';
import { startJobs, type RunningJobs } from './jobs/jobs.ts';
import { createImages, type Images } from './images/images.ts';
import { sessionSecretOf } from './session-secret.ts';
import { finishesWithin, STOP_WITHIN, stopServer } from './shutdown.ts';
import { createViewEndpoints } from './http/view-endpoint.ts';

export type Product = { port: number; stop: () => Promise<void> };

export type ProductOptions = {
  config: Config;
  announce: (line: string) => void;
  /** The web that answers; in development a new one after each change. */
  web: () => Promise<Web>;
  /** Built browser files; undefined when the development server serves them. */
  clientDirectory: string | undefined;
  development?: {
    app: Pick<AppOptions, 'cacheablePages' | 'contentSecurityPolicy'>;
    wrap: (app: App) => App;
  };
  /** Ends the start early. */
  signal: AbortSignal;
};

/**
 * Starts the whole product: takes the port, opens the database, migrates, and is ready when it returns. From the first
 * moment it answers `/healthz` and what needs no database, and shows the last good copies of other public pages;
 * everything else gets 503 until it is ready.
 * @throws StartError, ConfigError or EmbeddedPostgresError with a message; nothing is left running then.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { config, announce } = options;
  const log = createLog({ level: config.logLevel });
  const secret = await sessionSecretOf(config);
  const port = config.port === 0 ? await findFreePort(config.host) : config.port;
  const origin = config.siteUrl.isConfigured
    ? config.siteUrl.origin
    : `http://${urlHost(config.host)}:${port}`;

  let parts: Dependencies | null = null;
  let database: ConfiguredDatabase | null = null;
  let jobs: RunningJobs | null = null;
  let stopping = false;
  const backups = createScheduledBackups(config);
  const purge = config.cdn?.purge ?? null;
  const purges = purge && createPurgeQueue({ send: (keys, signal) => sendPurge(purge, keys, signal), log });
  const cdnWarnings = () => [purges?.warning() ?? null].filter((warning) => warning !== null);
  const operatorNotices = () => {
    const { warnings, facts } = backups.notices();
    const proxy = app.hasUntrustedProxy() ? [untrustedProxyNotice] : [];
    return { warnings: [...proxy, ...cdnWarnings(), ...warnings], facts };
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
  /** Every footer names the year, so a new one changes every page. */
  const versionOfPages = (version: string) =>
    `${dayInZone(new Date(), config.siteTimezone).slice(0, 4)} ${version}`;
  const plainApp = createApp({
    origin: { origin, isConfigured: config.siteUrl.isConfigured },
    trustedProxies: config.trustedProxies,
    hstsIncludeSubDomains: config.hstsIncludeSubDomains,
    log,
    accessLog: config.accessLog,
    clientDirectory: options.clientDirectory,
    render,
    directHandlers: createViewEndpoints({ parts: () => parts, origin, log }),
    contentVersion: async (since) => {
      const [, versionBefore = ''] = since?.split(' ') ?? [];
      const content = await readContentVersion(openOrThrow(database).watcher, versionBefore || undefined);
      const version = versionOfPages(content.version);
      const isSameYear = since === versionOfPages(versionBefore);
      return { ...content, version, changes: isSameYear ? content.changes : undefined };
    },
    publicSlugs: async (slugs) => {
      const found = await readPublicSlugs(openOrThrow(database).watcher, slugs);
      return { ...found, version: versionOfPages(found.version) };
    },
    ...(options.development ? {} : { pageStore: pageStoreOf(config, origin) }),
    readiness: async () => whatIsMissing(database, parts !== null, images),
    cdn: config.cdn,
    onContentChange: (keys) => purges?.changed(keys),
    readinessWarnings: () => [...cdnWarnings(), backups.warning()].filter((warning) => warning !== null),
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
  await listenOrExplain(server, config.host, port);
  const mail = createMailer(config);
  const delivery = createDelivery(config, mail, origin);

  const partsOn = (db: Database) =>
    createDependencies({
      config,
      mail,
      deliversMessages: delivery !== null,
      emailCheck: createEmailCheck(config, { mail, delivery, origin }),
      diskSpace: disk.space,
      outboxFilled: () => jobs?.wakeOutbox(),
      origins: { own: origin, aliases: aliasesOf(config, port) },
      secret,
      db,
      log,
      contentChanged: app.contentChanged,
      imagesDropped: images.sweep,
    });

  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const deadline = performance.now() + STOP_WITHIN;
    await stopServer(server, app);
    const work = Promise.all([jobs?.stop(), parts?.views.stop(), parts?.pageViews.stop(), images.close()]);
    if (!(await finishesWithin(workMilliseconds, work))) log.warn('Some work was cut short by the stop');
    purges?.stop();
    mail.close();
    await database?.stop(deadline - performance.now());
    log.info('Stopped');
    await log.flush();
  };

  try {
    database = await openConfiguredDatabase(config, {
      announce,
      onIdleError: (error) => log.warn('A database connection broke', { error }),
      mayWriteToDisk: disk.mayWrite,
      signal: options.signal,
    });
    const { db, pool } = database.client;
    await assertContentNotLost(pool, config.dataDir);
    app.watchContent();
    const prepared = partsOn(db);
    await recordSettings(prepared.domain, loggedSettings(config)).catch((error: unknown) => {
      // The next start says it. Where nothing can be written, people can still read.
      if (!isUnavailable(error)) throw error;
      log.warn('The settings could not be recorded', { error });
    });
    const messages = await prepareFirstAdmin(prepared, config, origin);
    // From here on requests are answered: the account of ADMIN_EMAIL can sign in.
    parts = prepared;
    const { domain } = parts;
    const { emailToken } = domain;
    // Pages are rendered from a build.
    const verify = options.development
      ? null
      : (archive: string) => runVerification(archive, `http://${urlHost(config.host)}:${port}`);
    const backUp = () => backups.run({ domain, pool, images: images.store, log, verify });
    jobs = startJobs({
      db,
      config,
      delivery: { delivery, mail, emailToken },
      images,
      disk,
      backUp,
      recordContent: () => recordContent(pool, config.dataDir, new Date()),
      log,
    });
    // One write: who waits for the first line may look for the others at once.
    announce([`Ready at ${origin}`, ...messages].join('\n'));
  } catch (error) {
    purges?.stop();
    mail.close();
    await closeAll(server, app, log);
    await images.close();
    await database?.stop();
    throw error;
  }
  return { port, stop };
}

const untrustedProxyNotice =
  'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is not set. If a reverse proxy stands in front of this site, set TRUSTED_PROXIES to its address: until then all visitors count as one, and share one limit.';

/** Of a stop, for jobs and views that are being written. */
const workMilliseconds = 1_500;

function openOrThrow(database: ConfiguredDatabase | null): ConfiguredDatabase {
  if (!database) throw new Error('The product is still starting.');
  return database;
}

async function whatIsMissing(
  open: ConfiguredDatabase | null,
  isStarted: boolean,
  { store }: Images,
): Promise<string[]> {
  if (!open) return ['the database'];
  if (!isStarted) return ['the site is starting'];
  const [database, storage] = await Promise.all([
    isServerReadOnly(open.client.db).then(
      (isReadOnly) => (isReadOnly ? ['the database is read-only'] : []),
      () => ['the database'],
    ),
    store.check().then(
      () => [],
      () => ['the storage'],
    ),
  ]);
  return [...database, ...storage];
}

/** Accounts and sessions are in the database. */
function mayRenderWithoutDatabase(request: Request): boolean {
  return !/^\/(?:admin|api|preview|rpc)(?:[/.]|$)/.test(new URL(request.url).pathname);
}

/** What public pages show beside the content: the site's own address, its settings, and whose content it is. */
function pageStoreOf(config: Config, origin: string): { folder: string; key: string } {
  const databases = config.databaseUrl === null ? [] : (splitHosts(config.databaseUrl) ?? []);
  const shown = [origin, config.contactEmail, config.siteTimezone, config.cdn?.purge?.service];
  const content = databases.flatMap((address) => {
    const url = URL.parse(address);
    return [url?.host, url?.pathname, url?.searchParams.get('host')];
  });
  return { folder: pageStoreFolder(config), key: JSON.stringify([...shown, ...content]) };
}

function startingAnswer(): Response {
  return new Response('The site is starting. Please try again in a moment.\n', {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '2', 'Cache-Control': 'no-store' },
  });
}

async function listenOrExplain(server: Server, host: string, port: number): Promise<void> {
  try {
    await listen(server, { host, port });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} of ${host} is already in use. Stop the other program, or set PORT to another number.`,
        { cause: error },
      );
    }
    if (code === 'EACCES') {
      throw new StartError(`This user may not listen on port ${port}. Set PORT to a number above 1023.`, {
        cause: error,
      });
    }
    throw new StartError(`Cannot listen on HOST ${host}, PORT ${port}: ${String(error)}`, { cause: error });
  }
}

async function closeAll(server: Server, app: App, log: ProcessLog): Promise<void> {
  app.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await log.flush();
}

/** Names under which a browser on this machine reaches us, as long as no public origin is configured. */
function aliasesOf(config: Config, port: number): string[] {
  if (config.siteUrl.isConfigured) return [];
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${port}`);
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
