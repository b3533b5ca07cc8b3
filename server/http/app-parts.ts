import type { Admission } from '#app/http/require-admin.ts';
import { cacheablePages, type CacheablePage } from '#domain/core/public-addresses.ts';

import { createPublicPages, type PublicPagesOptions } from '../pages/public-pages.ts';
import { createSecurityHeaders } from '../responses/security-headers.ts';
import {
  createConcurrencyLimit,
  type ConcurrencyLimit,
  type ConcurrencyLimits,
} from '../scheduling/concurrency-limit.ts';
import type { AccessLogRate, LoggedRequest } from './access-log.ts';
import { createBodyReader } from './body-reader.ts';
import { createMissingPageAnswers, type MissingPages } from './missing-page-answer.ts';
import { createNotFoundPage } from './not-found-page.ts';
import { createHostCheck } from './one-host.ts';
import type { PublicOrigin } from './origin-check.ts';
import {
  bodyLimits as defaultBodyLimits,
  type BodyLimit,
  type BodyMemory,
  type BodyPurpose,
} from './request-body.ts';
import { createResponses } from './responses.ts';
import { readStaticFiles } from './static-files.ts';
import type { StreamingRoute } from './streaming-route.ts';

export type AppOptions = Pick<
  PublicPagesOptions,
  'render' | 'contentVersion' | 'hasCdn' | 'onContentChange' | 'log' | 'pageDirectory'
> & {
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
  /** The missing parts to serve, in words that may be public; empty when ready. Called once a second at most. */
  readiness(): Promise<readonly string[]>;
  /** Warnings although it can serve; `/readyz` says it. */
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
};

type AppLimits = {
  /** Memory for cached pages. Bytes. */
  pageBytes: number;
  /** Memory for request bodies on their way in, where it differs from `bodyMemory`. */
  bodyMemory: Partial<Record<BodyPurpose, BodyMemory>>;
  /** Framework renders, where they differ from the defaults of all three limits. */
  renders: Partial<ConcurrencyLimits>;
  renderMilliseconds: number;
};

const renderLimits: AppLimits = {
  pageBytes: 64_000_000,
  bodyMemory: {},
  renders: {},
  renderMilliseconds: 30_000,
};

type RenderQueue = 'pages' | 'public' | 'reserved';

const rendersAtOnce: Readonly<Record<RenderQueue, ConcurrencyLimits>> = {
  /** Who waits for a page that is kept waits for all: a process that has just started refuses no one. */
  pages: { running: 32, steady: 2, waiting: 2_000, waitMilliseconds: 10_000 },
  public: { running: 32, steady: 2, waiting: 48, waitMilliseconds: 1_000 },
  /** For `/admin` and `/api`, so that a crowd of visitors does not lock out the editors. */
  reserved: { running: 16, steady: 2, waiting: 96, waitMilliseconds: 1_000 },
};

/** The context that the steps share. */
export type AppParts = ReturnType<typeof createAppParts>;

/**
 * @param state.arrivals how many connections and requests have come so far
 * @throws when the built files cannot be read
 */
export function createAppParts(
  options: AppOptions,
  { arrivals, isDraining }: { arrivals: () => number; isDraining: () => boolean },
) {
  const { origin, bodyLimits = defaultBodyLimits, missingPages, sessionCookieNames, log } = options;
  const limits = { ...renderLimits, ...options.limits };
  const securityHeaders = createSecurityHeaders({
    isHttps: origin.origin.startsWith('https:'),
    contentSecurityPolicy: options.contentSecurityPolicy,
  });
  const responses = createResponses(securityHeaders, isDraining);
  const renders = createRenderLimits(limits.renders, arrivals);
  const pages = createPublicPages({
    ...options,
    ...limits,
    origin: origin.origin,
    renderLimit: renders.pages,
    securityHeaders,
  });
  return {
    cacheablePages,
    streamingRoutes: [],
    ...options,
    ...limits,
    bodyLimits,
    isDraining,
    securityHeaders,
    files: readStaticFiles(options.clientDirectory, securityHeaders),
    isOwnHost: createHostCheck(origin),
    responses,
    renders,
    pages,
    sendNotFound: createNotFoundPage(responses, pages),
    answerMissing: createMissingPageAnswers({ responses, missingPages, sessionCookieNames }),
    withBody: createBodyReader({
      responses,
      limits: bodyLimits,
      memory: limits.bodyMemory,
      sessionCookieNames,
      admit: options.admit,
      log,
    }),
  };
}

function createRenderLimits(
  changed: Partial<ConcurrencyLimits>,
  arrivals: () => number,
): Readonly<Record<RenderQueue, ConcurrencyLimit>> {
  const limitOf = (queue: RenderQueue, first?: ConcurrencyLimit) =>
    createConcurrencyLimit({ ...rendersAtOnce[queue], ...changed }, arrivals, first);
  const reserved = limitOf('reserved');
  return { reserved, public: limitOf('public', reserved), pages: limitOf('pages', reserved) };
}
