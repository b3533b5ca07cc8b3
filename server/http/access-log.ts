import type { Logger } from '#adapters/log.ts';

import { createSample } from '../scheduling/sample.ts';
import type { HttpContext } from './http-context.ts';
import type { FinishedResponse } from '../responses/prepared-response.ts';

/** The log entry of one request: a fixed list of fields, without query, headers or body. */
export type LoggedRequest = {
  readonly requestId: string;
  readonly method: string;
  readonly pathname: string;
  readonly status: number;
  /** From the first header to the last byte, in milliseconds. */
  readonly ms: number;
  /** Sent, headers included. */
  readonly bytes: number;
  /** The client left before the end. */
  readonly isCutOff: boolean;
  /** The page of memory that was sent: each request for it has the same path. */
  readonly page?: FinishedResponse | undefined;
};

/**
 * How many successful requests have a line: at most so many a second, the others are counted. Infinity: all; 0: none, and
 * none is counted.
 */
export type AccessLogRate = number;

/** Lines about refused and missing addresses; beyond, they are only counted. */
const sampledRefusals = { perWindow: 50, milliseconds: 10_000 };

/**
 * Logs one line per request. Successful health checks, counted views and built files are not logged; a flood of missing
 * addresses is sampled and counted, so that a client cannot fill the disk. An error of ours always has a line.
 */
export function createRequestLog(
  log: Logger,
  perSecond: AccessLogRate,
  routeOf: (pathname: string) => string,
) {
  const refusals = createSample(sampledRefusals, (count) =>
    log.info('Lines about refused requests were left out', { count }),
  );
  const successes = createSample({ perWindow: perSecond, milliseconds: 1_000 }, (count) =>
    log.info('Lines about successful requests were left out', { count }),
  );

  /** The part of the line that is the same for each request for a page of memory. */
  const partsOfPages = new WeakMap<FinishedResponse, string>();

  function steadyPart({ page, method, pathname, status }: LoggedRequest): string {
    const known = page && partsOfPages.get(page);
    if (known !== undefined) return known;
    const route = routeOf(pathname);
    const isAsAsked = status >= 400 && status < 500 && !mayHoldToken.test(route);
    const fields = { method, route, path: loggedPath(pathname, isAsAsked), status };
    const part = JSON.stringify(fields).slice(1, -1);
    if (page !== undefined) partsOfPages.set(page, part);
    return part;
  }

  const record = (request: LoggedRequest) => {
    const { requestId, status, bytes, isCutOff } = request;
    if (status < 400 && !isCutOff) {
      if (perSecond === 0 || isRoutine(request.pathname)) return;
      if (perSecond < Infinity && !successes.hasRoom()) return;
    }
    if (status >= 400 && status < 500 && !refusals.hasRoom()) return;
    const ms = Math.round(request.ms * 10) / 10;
    const sent = `"requestId":"${requestId}",${steadyPart(request)},"ms":${ms},"bytes":${bytes}`;
    const fields = isCutOff ? `${sent},"isCutOff":true` : sent;
    if (status >= 500) log.warn('request', fields);
    else log.info('request', fields);
  };
  return {
    record,
    /** Tells at the end how many lines were left out and not told yet. */
    close(): void {
      refusals.close();
      successes.close();
    },
  };
}

/**
 * Logs the request when its response is complete or cut off.
 * @returns a function that takes the page of memory which is sent
 */
export function logWhenClosed(
  { request, response, requestId }: Pick<HttpContext, 'request' | 'response' | 'requestId'>,
  logRequest: (request: LoggedRequest) => void,
): (page: FinishedResponse | undefined) => void {
  const startedAt = performance.now();
  const { socket } = request;
  const bytesBefore = socket.bytesWritten;
  let sent: FinishedResponse | undefined;
  response.on('close', () => {
    logRequest({
      requestId,
      method: request.method ?? '',
      pathname: withoutQuery(request.url ?? ''),
      status: response.statusCode,
      ms: performance.now() - startedAt,
      bytes: socket.bytesWritten - bytesBefore,
      isCutOff: !response.writableFinished,
      page: sent,
    });
  });
  return (page) => (sent = page);
}

/** The same string where there is none: its hash is computed already, for the lookup that follows. */
function withoutQuery(url: string): string {
  const query = url.indexOf('?');
  const fragment = url.indexOf('#');
  if (query === -1 && fragment === -1) return url;
  return url.slice(0, query === -1 || (fragment !== -1 && fragment < query) ? fragment : query);
}

function isRoutine(pathname: string): boolean {
  return (
    pathname === '/healthz' ||
    pathname === '/readyz' ||
    pathname.startsWith('/rpc/') ||
    pathname.startsWith('/assets/')
  );
}

const maximumLoggedPath = 300;
/** Patterns of addresses in which a secret may stand. */
const mayHoldToken = /token/;

/**
 * The path, escaped and cut. One that has no page is written as it was asked for; of others, whatever looks like a secret is
 * left out: our slugs and names are lower case with hyphens, so a long part in mixed case, or of nothing but hexadecimal
 * digits, is a token.
 */
function loggedPath(pathname: string, isAsAsked: boolean): string {
  const path = pathname.replace(/[^\x21-\x7e]/g, encodeURIComponent).slice(0, maximumLoggedPath);
  if (isAsAsked) return path;
  return path
    .split('/')
    .map((part) => (isTokenLike(part) ? '…' : part))
    .join('/');
}

function isTokenLike(part: string): boolean {
  const name = part.replace(/\.[a-z0-9]+$/, '');
  return (
    /^[0-9a-f]{24,}$/i.test(name) || (/^[\w.~-]{20,}$/.test(name) && /[a-z]/.test(name) && /[A-Z]/.test(name))
  );
}
