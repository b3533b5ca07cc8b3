import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Logger } from '#adapters/log.ts';
import type { Admission } from '#app/http/require-admin.ts';

import { cacheablePages, type CacheablePage } from '#domain/public-addresses.ts';
import type { ContentKeys } from '../pages/affected-pages.ts';
import type { PageCacheState } from '../pages/page-cache.ts';
import { createPublicPages, type PublicPages, type PublicPagesOptions } from '../pages/public-pages.ts';
import { createRequestLog, logWhenClosed, type AccessLogRate, type LoggedRequest } from './access-log.ts';
import { createBodyReader } from './body-reader.ts';
import { createCachedPages } from './cached-pages.ts';
import { createConcurrencyLimit } from '../scheduling/concurrency-limit.ts';
import type { ConcurrencyLimit, ConcurrencyLimits } from '../scheduling/concurrency-limit.ts';
import type { HttpContext, Step } from './http-context.ts';
import { createRequestIdentifier } from './identify-request.ts';
import { createNotFoundPage } from './not-found-page.ts';
import { createMissingPageAnswers, type MissingPages } from './missing-page-answer.ts';
import type { PublicOrigin } from './origin-check.ts';
import {
  bodyLimits as defaultBodyLimits,
  type BodyLimit,
  type BodyMemory,
  type BodyPurpose,
} from './request-body.ts';
import { createResponses, type Responses } from './responses.ts';
import { internalError } from '../responses/plain-response.ts';
import { createRoutePatterns } from './route-patterns.ts';
import type { FlatHeaders } from '../responses/prepared-response.ts';
import { createSecurityHeaders } from '../responses/security-headers.ts';
import { readStaticFiles } from './static-files.ts';
import { createFrameworkStep } from './steps/framework.ts';
import { createHealthChecks } from './steps/health-checks.ts';
import { createPublicPageStep } from './steps/public-pages.ts';
import { createOriginStep } from './steps/require-own-origin.ts';
import { createStaticFileStep } from './steps/static-files.ts';
import { createStreamingRoutes } from './steps/streaming-routes.ts';
import {
  createAddressParser,
  createBodyLimit,
  createOptionsStep,
  createRequestCheck,
} from './steps/check-request.ts';
import type { StreamingRoute } from './streaming-route.ts';

export interface AppOptions extends Pick<
  PublicPagesOptions,
  'render' | 'contentVersion' | 'hasCdn' | 'onContentChange' | 'log'
> {
  origin: PublicOrigin;
  /** Addresses and networks of the proxies in front; see `createTrustedProxies`. */
  trustedProxies: readonly string[];
  /** How many successful requests have a line in the log; all unless set. */
  accessLogPerSecond?: AccessLogRate;
  /** The patterns of the addresses that the framework answers, when they are known; see `createRoutePatterns`. */
  frameworkPatterns?: Promise<readonly string[]>;
  /** Told of every request when its response is complete or cut off, with the pattern of its address. */
  onRequest?(request: LoggedRequest, route: string): void;
  /** The built browser files; undefined when Vite serves them (development). */
  clientDirectory: string | undefined;
  /** Redirects of addresses without a page, and the counts of them. */
  missingPages?: MissingPages;
  /** What is missing to serve, in words that may be public; empty when ready. Called once a second at most. */
  readiness(): Promise<readonly string[]>;
  /** What needs attention although it can serve; `/readyz` says it. */
  readinessWarnings?(): readonly string[];
  /** A request with one of these cookies belongs to a user: never answered from cached pages, its response never cached. */
  sessionCookieNames: readonly string[];
  /** Pages that may be cached; none in development, where the code changes. */
  cacheablePages?: readonly CacheablePage[];
  bodyLimits?: readonly BodyLimit[];
  /**
   * Finds the user by the cookies, before a large body is read. Rejects when that fails; without it no one may send
   * a large body.
   */
  admit?(cookies: Headers): Promise<Admission>;
  /** Tried before anything reads the body or looks for a page; the origin is checked already. */
  streamingRoutes?: readonly StreamingRoute[];
  /** A less strict policy for development. */
  contentSecurityPolicy?: string;
  limits?: Partial<AppLimits>;
}

export interface AppLimits {
  /** Memory for cached pages. Bytes. */
  pageBytes: number;
  /** Memory for request bodies on their way in, where it differs from `bodyMemory`. */
  bodyMemory: Partial<Record<BodyPurpose, BodyMemory>>;
  /** Framework renders, where they differ from the defaults of all three limits. */
  renders: Partial<ConcurrencyLimits>;
  renderMilliseconds: number;
}

const LIMITS: AppLimits = {
  pageBytes: 64_000_000,
  bodyMemory: {},
  renders: {},
  renderMilliseconds: 30_000,
};

export interface App {
  /** For `http.createServer`, also for its `checkContinue` and `checkExpectation` events. Never throws. */
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** Called for every accepted connection: incoming requests are read before renders start. */
  connected(): void;
  /** A whole HTTP message for a connection that never became a request (431, 408, a broken message, CONNECT). */
  rawRefusal(status: number): string;
  /** Public content was changed by this process, and the change is committed or may be: see `PublicPages`. */
  contentChanged(keys: ContentKeys): void;
  /** Whether requests came from a proxy while none is trusted: then all visitors count as one address. */
  hasUntrustedProxy(): boolean;
  /** The database can be queried from now on; changes of content are looked up also without visitors. */
  watchContent(): void;
  /** What goes on now, and what was counted so far. */
  state(): AppState;
  /** Content may have been changed elsewhere: it is looked up at once. */
  checkContent(): void;
  /** From now on connections close with their next response, and `/readyz` says 503. */
  drain(): void;
  /** Ends the background checks. */
  close(): void;
}

export interface AppState {
  readonly pageCache: PageCacheState;
  /** Requests turned away so far. */
  readonly refused: Readonly<Record<RenderQueue, number>>;
}

export type RenderQueue = 'pages' | 'public' | 'reserved';

const RENDERS: Readonly<Record<RenderQueue, ConcurrencyLimits>> = {
  /** Who waits for a page that is kept waits for all: a process that has just started refuses no one. */
  pages: { running: 32, steady: 2, waiting: 2_000, waitMilliseconds: 10_000 },
  public: { running: 32, steady: 2, waiting: 48, waitMilliseconds: 1_000 },
  /** For `/admin` and `/api`, so that a crowd of visitors does not lock out the editors. */
  reserved: { running: 16, steady: 2, waiting: 96, waitMilliseconds: 1_000 },
};

/**
 * The front of the site: everything between the socket and the framework, as a list of steps.
 *
 * @throws when a trusted proxy is malformed or the built files cannot be read
 */
export function createApp(options: AppOptions): App {
  const { log } = options;
  const limits = { ...LIMITS, ...options.limits };
  let arrivals = 0;
  let isDraining = false;
  const securityHeaders = createSecurityHeaders({
    isHttps: options.origin.origin.startsWith('https:'),
    contentSecurityPolicy: options.contentSecurityPolicy,
  });
  const files = readStaticFiles(options.clientDirectory, securityHeaders);
  const identifier = createRequestIdentifier(options.trustedProxies, log);
  const record = createRequestRecord(options, files.keys());
  const responses = createResponses(securityHeaders, () => isDraining);
  const renders = createRenderLimits(limits.renders, () => arrivals);
  const pages = createPublicPages({
    ...options,
    origin: options.origin.origin,
    renderLimit: renders.pages,
    securityHeaders,
    pageBytes: limits.pageBytes,
    renderMilliseconds: limits.renderMilliseconds,
  });
  const steps = createSteps(options, {
    responses,
    pages,
    files,
    securityHeaders,
    renders,
    limits,
    isDraining: () => isDraining,
  });
  const { sessionCookieNames } = options;
  const sendCachedPage = createCachedPages({ current: pages.current, sessionCookieNames });

  return {
    listener(request, response) {
      arrivals += 1;
      const requestId = identifier.requestId(request);
      logWhenClosed({ request, response, requestId }, record.closed);
      // Without a listener a connection that breaks while being read would end the process.
      request.on('error', ignore);
      response.on('error', ignore);
      if (!isDraining && sendCachedPage(request, response, requestId)) return;
      const clientAddress = identifier.clientAddress(request);
      const ctx = { request, response, requestId, clientAddress, pathname: '', search: '', origin: '' };
      runSteps(steps, ctx, (error) => answerFailure(ctx, error, { log, responses }));
    },
    connected() {
      arrivals += 1;
    },
    rawRefusal: responses.raw,
    hasUntrustedProxy: identifier.hasUntrustedProxy,
    contentChanged: pages.contentChanged,
    checkContent: pages.check,
    watchContent: pages.watch,
    state: () => ({
      pageCache: pages.state(),
      refused: {
        pages: renders.pages.refused(),
        public: renders.public.refused(),
        reserved: renders.reserved.refused(),
      },
    }),
    drain() {
      isDraining = true;
    },
    close() {
      pages.stop();
      record.close();
    },
  };
}

type RenderLimits = Readonly<Record<RenderQueue, ConcurrencyLimit>>;

function createRenderLimits(changed: Partial<ConcurrencyLimits>, arrivals: () => number): RenderLimits {
  const limitOf = (queue: RenderQueue, first?: ConcurrencyLimit) =>
    createConcurrencyLimit({ ...RENDERS[queue], ...changed }, arrivals, first);
  const reserved = limitOf('reserved');
  return { reserved, public: limitOf('public', reserved), pages: limitOf('pages', reserved) };
}

/** Counts and logs every request by the pattern of its address. */
function createRequestRecord(options: AppOptions, files: Iterable<string>) {
  const ownPatterns = patternsOf(options, files);
  let routeOf = createRoutePatterns(ownPatterns);
  void options.frameworkPatterns?.then(
    (patterns) => (routeOf = createRoutePatterns([...ownPatterns, ...patterns])),
    // The first request that needs the framework reports it.
    ignore,
  );
  const requestLog = createRequestLog(options.log, options.accessLogPerSecond ?? Infinity, (pathname) =>
    routeOf(pathname),
  );
  return {
    closed(request: LoggedRequest) {
      requestLog.record(request);
      options.onRequest?.(request, routeOf(request.pathname));
    },
    close: requestLog.close,
  };
}

/** In the order in which a request meets them; each step may rely on the ones before it. */
function createSteps(
  options: AppOptions,
  parts: {
    responses: Responses;
    pages: PublicPages;
    files: ReturnType<typeof readStaticFiles>;
    securityHeaders: FlatHeaders;
    renders: RenderLimits;
    limits: AppLimits;
    isDraining: () => boolean;
  },
): readonly Step[] {
  const { sessionCookieNames, missingPages, readiness, readinessWarnings, render } = options;
  const { responses, pages, files, securityHeaders, renders, limits, isDraining } = parts;
  const bodyLimits = options.bodyLimits ?? defaultBodyLimits;
  const answerMissing = createMissingPageAnswers({ responses, missingPages, sessionCookieNames });
  const sendNotFound = createNotFoundPage(responses, pages);
  const withBody = createBodyReader({
    responses,
    limits: bodyLimits,
    memory: limits.bodyMemory,
    sessionCookieNames,
    admit: options.admit,
    log: options.log,
  });
  return [
    createHealthChecks({ responses, readiness, readinessWarnings, isDraining }),
    createRequestCheck(responses),
    createAddressParser(responses, sendNotFound),
    createOriginStep(responses, options.origin),
    createStreamingRoutes({
      responses,
      routes: options.streamingRoutes ?? [],
      securityHeaders,
      sendNotFound,
      withBody,
    }),
    createBodyLimit(responses, bodyLimits),
    createOptionsStep(responses),
    createStaticFileStep({
      responses,
      files,
      ownsAssets: options.clientDirectory !== undefined,
      sendNotFound,
    }),
    createPublicPageStep({
      responses,
      pages,
      cacheable: options.cacheablePages ?? cacheablePages,
      sessionCookieNames,
      answerMissing,
    }),
    createFrameworkStep({
      responses,
      render,
      withBody,
      publicRenders: renders.public,
      reservedRenders: renders.reserved,
      renderMilliseconds: limits.renderMilliseconds,
      sessionCookieNames,
      securityHeaders,
      answerMissing,
    }),
  ];
}

function runSteps(steps: readonly Step[], ctx: HttpContext, fail: (error: unknown) => void): void {
  try {
    for (const step of steps) {
      const result = step(ctx);
      if (result === 'next') continue;
      result?.catch(fail);
      return;
    }
  } catch (error) {
    fail(error);
  }
}

/** An error of ours. A response that has begun is cut off, so that the client does not take it for complete. */
function answerFailure(
  ctx: HttpContext,
  error: unknown,
  { log, responses }: { log: Logger; responses: Responses },
): void {
  const { request, response, requestId } = ctx;
  if (response.destroyed || response.writableEnded) return;
  log.error('The request failed', { requestId, error });
  if (response.headersSent) response.destroy();
  else responses.send(ctx, internalError(requestId, request.url ?? ''));
}

function ignore(): void {}

/** The patterns of the addresses that are answered before the framework sees them. */
function patternsOf(
  { streamingRoutes = [] }: Pick<AppOptions, 'streamingRoutes'>,
  files: Iterable<string>,
): string[] {
  const publicFiles = [...files].filter((path) => !path.startsWith('/assets/'));
  const streaming = streamingRoutes.map(({ pattern }) => pattern);
  return ['/healthz', '/readyz', '/assets/*', ...publicFiles, ...streaming];
}
