import type { IncomingMessage, ServerResponse } from 'node:http';

import { internalError } from '../responses/plain-response.ts';
import { createRequestLog, logWhenClosed, type LoggedRequest } from './access-log.ts';
import { createAppParts, type AppOptions, type AppParts } from './app-parts.ts';
import { createCachedPages } from './cached-pages.ts';
import type { HttpContext, Step } from './http-context.ts';
import { createRequestIdentifier } from './identify-request.ts';
import { readAbsoluteForm } from './request-target.ts';
import { createRoutePatterns } from './route-patterns.ts';
import {
  createAddressParser,
  createBodyLimit,
  createOptionsStep,
  createOriginStep,
  createRequestCheck,
} from './steps/check-request.ts';
import { createFrameworkStep } from './steps/framework.ts';
import { createHealthChecks, createStaticFileStep, createStreamingRoutes } from './steps/own-answers.ts';
import { createPublicPageStep } from './steps/public-pages.ts';

export type { AppOptions };
export type App = ReturnType<typeof createApp>;
export type AppState = ReturnType<App['state']>;

/**
 * The front of the site: everything between the socket and the framework, as a list of steps.
 *
 * @throws when a trusted proxy is malformed or the built files cannot be read
 */
export function createApp(options: AppOptions) {
  let arrivals = 0;
  let isDraining = false;
  const parts = createAppParts(options, { arrivals: () => arrivals, isDraining: () => isDraining });
  const { sessionCookieNames, responses, renders, pages, isOwnHost } = parts;
  const identifier = createRequestIdentifier(parts.trustedProxies, parts.log);
  const record = createRequestRecord(parts);
  const steps = stepsInOrder.map((create) => create(parts));
  const sendCachedPage = createCachedPages({ current: pages.current, sessionCookieNames, isOwnHost });

  return {
    /** For `http.createServer`, also for its `checkContinue` and `checkExpectation` events. Never throws. */
    listener(request: IncomingMessage, response: ServerResponse): void {
      arrivals += 1;
      const requestId = identifier.requestId(request);
      const noteSent = logWhenClosed({ request, response, requestId }, record.closed);
      const page = isDraining ? undefined : sendCachedPage(request, response, requestId);
      if (page !== undefined) return noteSent(page);
      readAbsoluteForm(request);
      // Without a listener a connection that breaks while being read would end the process.
      request.on('error', ignore);
      response.on('error', ignore);
      const clientAddress = identifier.clientAddress(request);
      const ctx = { request, response, requestId, clientAddress, pathname: '', search: '', origin: '' };
      runSteps(steps, ctx, (error) => answerFailure(ctx, error, parts));
    },
    /** Called for every accepted connection: incoming requests are read before renders start. */
    connected() {
      arrivals += 1;
    },
    rawRefusal: responses.raw,
    hasUntrustedProxy: identifier.hasUntrustedProxy,
    contentChanged: pages.contentChanged,
    checkContent: pages.check,
    watchContent: pages.watch,
    /** The requests under way, and the counts so far. */
    state: () => ({
      pageCache: pages.state(),
      refused: {
        pages: renders.pages.refused(),
        public: renders.public.refused(),
        reserved: renders.reserved.refused(),
      },
    }),
    /** From now on connections close with their next response, and `/readyz` says 503. */
    drain() {
      isDraining = true;
    },
    close() {
      pages.stop();
      record.close();
    },
  };
}

/** Counts and logs every request by the pattern of its address. */
function createRequestRecord({ files, streamingRoutes, ...parts }: AppParts) {
  const publicFiles = [...files.keys()].filter((path) => !path.startsWith('/assets/'));
  const streaming = streamingRoutes.map(({ pattern }) => pattern);
  const ownPatterns = ['/healthz', '/readyz', '/assets/*', ...publicFiles, ...streaming];
  let routeOf = createRoutePatterns(ownPatterns);
  void parts.frameworkPatterns?.then(
    (patterns) => (routeOf = createRoutePatterns([...ownPatterns, ...patterns])),
    // The first request that needs the framework reports it.
    ignore,
  );
  const requestLog = createRequestLog(parts.log, parts.accessLogPerSecond ?? Infinity, (pathname) =>
    routeOf(pathname),
  );
  return {
    closed(request: LoggedRequest) {
      requestLog.record(request);
      parts.onRequest?.(request, routeOf(request.pathname));
    },
    close: requestLog.close,
  };
}

/** In the order in which a request meets them; each step may rely on the ones before it. */
const stepsInOrder: readonly ((parts: AppParts) => Step)[] = [
  createHealthChecks,
  createRequestCheck,
  createAddressParser,
  createOriginStep,
  createStreamingRoutes,
  createBodyLimit,
  createOptionsStep,
  createStaticFileStep,
  createPublicPageStep,
  createFrameworkStep,
];

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
  { log, responses }: Pick<AppParts, 'log' | 'responses'>,
): void {
  const { request, response, requestId } = ctx;
  if (response.destroyed || response.writableEnded) return;
  log.error('The request failed', { requestId, error });
  if (response.headersSent) response.destroy();
  else responses.send(ctx, internalError(requestId, request.url ?? ''));
}

function ignore(): void {}
