import { join } from 'node:path';

import { cookieName } from '#domain/accounts/sessions/cookies.ts';
import { findAdmission } from '#app/http/require-admin.ts';
import type { Database } from '#db/client.ts';
import { isServerReadOnly } from '#db/queries/server-facts.ts';
import { createUnavailableDatabase } from '#db/unavailable.ts';
import { readContent } from '#domain/site/published-words.ts';
import { dayInZone } from '#domain/fields/dates.ts';
import { missingDatabase } from './database/connection-failure.ts';
import type { ConfiguredDatabase } from './database/database.ts';
import type { Config } from './settings/config.ts';
import { aliasesOf, createDependencies, type Dependencies } from './dependencies.ts';
import { createDomain } from './process-domain.ts';
import { createRender } from './render-page.ts';
import {
  createServices,
  openOrThrow,
  partsOrThrow,
  type Progress,
  type Services,
  type SiteOptions,
} from './services.ts';
import { type AppOptions, createApp } from './http/app.ts';
import { createHttpServer, stopServer } from './http/listen.ts';
import type { Render } from './responses/framework.ts';
import { createViewEndpoints } from './http/view-endpoint.ts';
import { createMcpRoute } from './http/mcp.ts';
import { listenOrExplain } from './http/own-address.ts';
import { finishesWithin } from '#db/within.ts';
import { workWithin } from './scheduling/shutdown.ts';

export type Site = ReturnType<typeof createSite>;

/** Puts together everything between the port and the domain. Nothing runs before `listen`. */
export function createSite(options: SiteOptions) {
  const { config, log } = options;
  const progress: Progress = { database: null, opened: null, parts: null };
  const services = createServices(options, progress);
  const { images, missingPages, words } = services;
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
    /** Parts that need no database are there from the beginning. */
    partsWithoutDatabase: () => partsOn(createUnavailableDatabase()),
  });
  const plainApp = createApp(appOptions(options, services, progress, render));
  const app = options.development ? options.development.wrap(plainApp) : plainApp;
  const server = createHttpServer(app);

  return {
    ...services,
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
      if (!(await finishesWithin(workWithin, endWork(services, progress))))
        log.warn('Some work was cut short by the stop');
    },
    /** Ends at once: the start has failed. */
    async abandon() {
      app.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await endWork(services, progress);
    },
  };
}

async function endWork({ images, texts, mail, missingPages, purges }: Services, { opened }: Progress) {
  purges?.stop();
  mail.close();
  await Promise.all([opened?.views.stop(), missingPages.stop(), images.close(), texts.close()]);
}

function appOptions(
  options: SiteOptions,
  services: Services,
  progress: Progress,
  render: Render,
): AppOptions {
  const { config, origin, log, metrics } = options;
  const { alarms, purges, missingPages, agentParser, images, imports } = services;
  const parts = () => {
    const { views, auth, domain } = partsOrThrow(progress);
    return { views, auth, domain: domain() };
  };
  return {
    origin: { origin, isConfigured: config.siteUrl.isConfigured },
    trustedProxies: config.trustedProxies,
    log,
    accessLogPerSecond: config.accessLogPerSecond,
    frameworkPatterns: options.web().then(({ routePatterns }) => routePatterns),
    ...(metrics ? { onRequest: (request, route) => metrics.recordRequest(route, request) } : {}),
    clientDirectory: options.clientDirectory,
    render,
    contentVersion: createContentVersionReader(services, progress),
    readiness: () => checkReadiness(progress, services, config),
    readinessWarnings: () => Object.values(alarms()).filter((problem) => problem !== null),
    hasCdn: config.cdnPurge !== null,
    onContentChange: (keys) => {
      purges?.changed(keys);
      missingPages.contentChanged(keys);
    },
    pageDirectory: config.dataDir,
    missingPages,
    sessionCookieNames: [cookieName(origin, 'session')],
    admit: async (cookies) => findAdmission(parts().domain, cookies),
    streamingRoutes: [
      ...createViewEndpoints({ parts, agentParser, origin, log }),
      ...images.routes,
      imports.route,
      createMcpRoute({
        directory: join(config.dataDir, 'uploads'),
        images,
        log,
        onCall: (tool, isError) => metrics?.recordToolCall(tool, isError),
        parts,
      }),
    ],
    ...options.development?.app,
  };
}

/** The changes of the content. Every footer names the year, so a new one changes every page. */
function createContentVersionReader(
  { words, ownWords, settings }: Services,
  progress: Progress,
): AppOptions['contentVersion'] {
  const withYear = (version: string) =>
    `${dayInZone(new Date(), settings().timeZone).slice(0, 4)} ${version}`;
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

async function checkReadiness(
  { database, parts }: Progress,
  { images: { store }, disk }: Services,
  { databaseUrl }: Config,
): Promise<string[]> {
  // The server of DATABASE_URL is not on our disk.
  const missing = async (error: unknown) =>
    missingDatabase(error, databaseUrl === null ? await disk.space() : null);
  if (!database) return [await missing(null)];
  if (!parts) return ['the site is starting'];
  const found = await Promise.all([
    isServerReadOnly(database.client.db).then(
      (isReadOnly) => (isReadOnly ? 'the database is read-only' : null),
      missing,
    ),
    store.check().then(
      () => null,
      () => 'the storage',
    ),
  ]);
  return found.filter((one) => one !== null);
}
