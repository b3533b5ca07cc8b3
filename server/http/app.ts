import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import type { Logger } from '#adapters/log.ts';
import { admissionMessages } from '#app/http/require-admin.ts';
import type { Admission } from '#app/http/require-admin.ts';
import { networkOf } from '#domain/limits/network-of.ts';

import { createResponses, fault, overloaded, MESSAGES } from './responses.ts';
import type { Exchange } from './responses.ts';
import { createFrameworkRequest, frameworkHeaders, sendFrameworkResponse } from './node-web-adapter.ts';
import { cacheablePages, createCanonicalAddresses, plainAddress } from '../pages/cacheable-pages.ts';
import type { CacheablePage } from '../pages/cacheable-pages.ts';
import { clientAddress, createTrustedProxies } from './client-address.ts';
import { hasCookie } from './cookie-names.ts';
import type { StreamingRoute } from './streaming-route.ts';
import { sendFinishedResponse } from './prepared-response.ts';
import type { ContentVersion } from '../pages/content-version-watcher.ts';
import { checkOrigin } from './origin-check.ts';
import type { PublicOrigin } from './origin-check.ts';
import { createPageStore } from '../pages/page-store.ts';
import { plainResponse } from './plain-response.ts';
import type { PlainResponse } from './plain-response.ts';
import { createPublicPages } from '../pages/public-pages.ts';
import { createReadiness } from './readiness.ts';
import type { Render } from './render.ts';
import { createConcurrencyLimit, withinPlace } from './concurrency-limit.ts';
import type { RenderGateLimits } from './concurrency-limit.ts';
import {
  announcedBytes,
  bodyLimitOf,
  bodyLimits,
  bodyMemory,
  createBodyRoom,
  hasBody,
  readBody,
} from './request-body.ts';
import type { BodyLimit, BodyMemory, BodyPurpose } from './request-body.ts';
import { createRequestLog } from './access-log.ts';
import { parseRequestTarget } from './request-target.ts';
import { createSecurityHeaders, withDefaults } from './security-headers.ts';
import { readStaticFiles } from './static-files.ts';
import type { PublicSlugs } from '../pages/withdrawal-check.ts';

export interface AppOptions {
  origin: PublicOrigin;
  /** Addresses and networks of the proxies in front; see `createTrustedProxies`. */
  trustedProxies: readonly string[];
  /** Whether browsers insist on https for every subdomain too. */
  hstsIncludeSubDomains?: boolean;
  log: Logger;
  /** The built browser files; undefined when somebody else serves them (development). */
  clientDirectory: string | undefined;
  render: Render;
  /** POSTs by their path that are answered without the framework. */
  direct?: ReadonlyMap<string, DirectHandler>;
  /** One cheap statement; rejects when the database is down. */
  freshness(): Promise<ContentVersion>;
  /** Which of these posts are public, in one statement; rejects when the database is down. Unset: no copy outlives a change. */
  publicSlugs?: (slugs: readonly string[]) => Promise<PublicSlugs>;
  /**
   * Where copies of public pages outlive the process: a folder of its own, and what the pages depend on beside the
   * content and the built files. Unset: nowhere.
   */
  pageStore?: { readonly folder: string; readonly key: string };
  /** What is missing to serve, in words for a stranger; empty when ready. Asked once a second at most. */
  readiness(): Promise<readonly string[]>;
  /** A request with one of these cookies is somebody's: never answered from kept pages, its answer never kept. */
  sessionCookieNames: readonly string[];
  /** Pages that may be kept; none in development, where the code changes under them. */
  cacheablePages?: readonly CacheablePage[];
  bodyLimits?: readonly BodyLimit[];
  /**
   * Who asks, by the cookies: before a large body is read. Rejects when that cannot be found out; without it nobody may
   * send one.
   */
  admit?(cookies: Headers): Promise<Admission>;
  /** Asked before anything reads the body or looks for a page; the origin is checked already. */
  streamingRoutes?: readonly StreamingRoute[];
  /** A laxer policy for development. */
  contentSecurityPolicy?: string;
  limits?: Partial<AppLimits>;
}

/** A call of a procedure whose answers are too many to go through the framework. Never throws. */
export type DirectHandler = (call: DirectCall) => Promise<PlainResponse>;

export interface DirectCall {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly clientAddress: string;
  readonly requestId: string;
}

export interface AppLimits {
  /** Memory for kept pages. */
  pageBytes: number;
  /** Memory for request bodies on their way in, where it differs from `bodyMemory`. */
  bodyMemory: Partial<Record<BodyPurpose, BodyMemory>>;
  /** Framework renders, where they differ from the usual. `/admin` and `/api` have places of their own. */
  renders: Partial<RenderGateLimits>;
  reservedRenders: Partial<RenderGateLimits>;
  renderMilliseconds: number;
}

const LIMITS: AppLimits = {
  pageBytes: 64_000_000,
  bodyMemory: {},
  renders: {},
  reservedRenders: {},
  renderMilliseconds: 30_000,
};

export interface App {
  /** For `http.createServer`, also for its `checkContinue` and `checkExpectation` events. Never throws. */
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** A connection was taken; what comes in goes before renders. */
  connected(): void;
  /** A whole HTTP message for a connection that never became a request (431, 408, a broken message, CONNECT). */
  rawRefusal(status: number): string;
  /** Public content was changed by this process, and the change is committed: no kept page is true any more. */
  contentChanged(): void;
  /** Whether requests came from a proxy while none is trusted: then all visitors count as one address. */
  hasUntrustedProxy(): boolean;
  /** The database can be asked from now on; whether content has changed is asked also without visitors. */
  watchContent(): void;
  /** From now on `/readyz` says 503 and connections close with their next answer. */
  drain(): void;
  /** Ends the background checks. */
  close(): void;
}

interface Address {
  readonly pathname: string;
  readonly search: string;
}

const RENDERS: RenderGateLimits = { running: 32, steady: 3, waiting: 96, waitMilliseconds: 400 };
const RESERVED_RENDERS: RenderGateLimits = { ...RENDERS, running: 16 };

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const ALLOW = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const OUR_PATHS_WITH_OWN_PLACES = /^\/(?:admin|api)(?:[/.]|$)/;
/**
 * The front of the site: everything between the socket and the framework.
 *
 * @throws when a trusted proxy is malformed or the built files cannot be read
 */
export function createApp(options: AppOptions): App {
  const limits = { ...LIMITS, ...options.limits };
  const securityHeaders = createSecurityHeaders({
    isHttps: options.origin.origin.startsWith('https:'),
    hstsIncludeSubDomains: options.hstsIncludeSubDomains,
    contentSecurityPolicy: options.contentSecurityPolicy,
  });
  const isTrustedProxy = createTrustedProxies(options.trustedProxies);
  const staticFiles = readStaticFiles(options.clientDirectory, securityHeaders);
  const canonicalAddress = createCanonicalAddresses(options.cacheablePages ?? cacheablePages);
  let arrivals = 0;
  let hasUntrustedProxy = false;
  const publicGate = createConcurrencyLimit({ ...RENDERS, ...limits.renders }, () => arrivals);
  const reservedGate = createConcurrencyLimit(
    { ...RESERVED_RENDERS, ...limits.reservedRenders },
    () => arrivals,
  );
  const memory = { ...bodyMemory, ...limits.bodyMemory };
  const bodyRooms = {
    'sign-in': createBodyRoom(memory['sign-in']),
    forms: createBodyRoom(memory.forms),
    views: createBodyRoom(memory.views),
    admin: createBodyRoom(memory.admin),
    large: createBodyRoom(memory.large),
  };
  const readiness = createReadiness(options.readiness);
  const logRequest = createRequestLog(options.log);
  let isDraining = false;
  const answers = createResponses(securityHeaders, () => isDraining);
  const pages = createPublicPages({
    origin: options.origin.origin,
    render: options.render,
    freshness: options.freshness,
    publicSlugs: options.publicSlugs,
    store:
      options.pageStore &&
      createPageStore({
        root: options.pageStore.folder,
        // The names of built files change with what is in them, and pages lead to them.
        key: JSON.stringify([options.pageStore.key, ...[...staticFiles.keys()].toSorted()]),
        maximumBytes: limits.pageBytes,
        log: options.log,
      }),
    gate: publicGate,
    securityHeaders,
    log: options.log,
    pageBytes: limits.pageBytes,
    renderMilliseconds: limits.renderMilliseconds,
  });

  return {
    listener,
    connected() {
      arrivals += 1;
    },
    rawRefusal: answers.raw,
    hasUntrustedProxy: () => hasUntrustedProxy,
    contentChanged: pages.contentChanged,
    watchContent: pages.watch,
    drain() {
      isDraining = true;
    },
    close: pages.stop,
  };

  function listener(request: IncomingMessage, response: ServerResponse): void {
    arrivals += 1;
    const peer = request.socket.remoteAddress;
    const forwardedFor = request.headers['x-forwarded-for'];
    if (forwardedFor !== undefined) checkProxySetting(peer);
    const exchange: Exchange = {
      request,
      response,
      requestId: requestIdOf(request),
      clientAddress: clientAddress(peer, String(forwardedFor ?? ''), isTrustedProxy),
    };
    logWhenOver(exchange);
    // Without a listener a connection that breaks while being read would end the process.
    request.on('error', () => {});
    response.on('error', () => {});
    try {
      const pending = answer(exchange);
      if (pending !== undefined) pending.catch((error: unknown) => fail(exchange, error));
    } catch (error) {
      fail(exchange, error);
    }
  }

  /** Said once: a proxy would say it with every request. */
  function checkProxySetting(peer: string | undefined): void {
    if (hasUntrustedProxy || options.trustedProxies.length > 0) return;
    hasUntrustedProxy = true;
    options.log.warn(
      'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is not set: visitors behind a proxy count as one address',
      { peer },
    );
  }

  /** In this order, as each step may rely on the ones before. */
  function answer(exchange: Exchange): void | Promise<void> {
    const { request } = exchange;
    const method = request.method ?? '';
    const target = request.url ?? '';
    // Who stands in front may have gone by the other one.
    if (hasTwoHosts(request)) return answers.send(exchange, plainResponse(400, MESSAGES.broken));
    // Balancers add words of their own to what they ask for.
    const [probed] = target.split('?', 1);
    if (probed === '/healthz') return answers.send(exchange, plainResponse(200, 'alive'));
    if (probed === '/readyz') return answerReadiness(exchange);

    if (request.headers.host === undefined && request.httpVersion === '1.1') {
      return answers.send(exchange, plainResponse(400, MESSAGES.broken));
    }
    if (request.headers.expect !== undefined && !/^100-continue$/i.test(request.headers.expect)) {
      return answers.send(exchange, plainResponse(417, 'This expectation cannot be met.'));
    }
    if (!METHODS.has(method)) {
      return answers.send(
        exchange,
        plainResponse(405, 'This method is not allowed here.', { headers: ['Allow', ALLOW] }),
      );
    }
    const verdict = parseRequestTarget(target);
    if (verdict.kind === 'refuse')
      return answers.send(exchange, plainResponse(verdict.status, verdict.message));
    if (verdict.kind === 'move') {
      return answers.send(exchange, plainResponse(308, '', { headers: ['Location', verdict.to] }));
    }
    const { pathname } = verdict;
    const from = checkOrigin(
      {
        method,
        origin: request.headers.origin,
        secFetchSite: headerOf(request, 'sec-fetch-site'),
        hasCookie: request.headers.cookie !== undefined,
        localPort: request.socket.localPort,
      },
      options.origin,
    );
    if (!from.isAllowed) return answers.send(exchange, plainResponse(403, from.message, { pathname }));
    const streaming = options.streamingRoutes?.find(({ path }) => path.test(pathname));
    if (streaming !== undefined) return answerByStream(exchange, streaming, verdict);
    const { bytes, administratorBytes } = bodyLimit(pathname);
    if (Number(request.headers['content-length'] ?? 0) > (administratorBytes ?? bytes)) {
      return answers.refuse(exchange, pathname, 413, MESSAGES.tooLarge);
    }
    if (method === 'OPTIONS')
      return answers.send(exchange, plainResponse(204, '', { headers: ['Allow', ALLOW] }));

    const direct = options.direct?.get(pathname);
    if (direct !== undefined) return answerDirectly(exchange, pathname, direct);

    if (method === 'GET' || method === 'HEAD') {
      const file = staticFiles.get(pathname);
      if (file !== undefined)
        return sendFinishedResponse(request, exchange.response, file, answers.own(exchange));
      if (pathname.startsWith('/assets/') && options.clientDirectory !== undefined) {
        return answers.send(exchange, plainResponse(404, MESSAGES.missing));
      }
      const page = canonicalAddress(pathname, verdict.search);
      if (page !== undefined && !hasCookie(request.headers.cookie, options.sessionCookieNames)) {
        const kept = pages.current(page.address);
        if (kept !== undefined) {
          return sendFinishedResponse(request, exchange.response, kept, answers.own(exchange));
        }
        return answerWithPage(exchange, page.address, page.isKept);
      }
      const plain = page === undefined ? plainAddress(pathname) : undefined;
      if (plain !== undefined) {
        const headers = ['Location', plain + verdict.search];
        return answers.send(exchange, plainResponse(301, '', { headers }));
      }
    }
    return answerByFramework(exchange, verdict, from.origin);
  }

  function answerByStream(exchange: Exchange, route: StreamingRoute, address: Address): void | Promise<void> {
    const { request, response, requestId } = exchange;
    const { pathname, search } = address;
    if (!route.methods.includes(request.method ?? '')) {
      const headers = ['Allow', route.methods.join(', ')];
      return answers.send(
        exchange,
        plainResponse(405, 'This method is not allowed here.', { pathname, headers }),
      );
    }
    return route.answer({
      request,
      response,
      requestId,
      clientAddress: exchange.clientAddress,
      pathname,
      search,
      complete: (headers) => [...withDefaults(headers, securityHeaders), ...answers.own(exchange)],
      send: (plain) => answers.send(exchange, plain),
      refuse: (status, message) => answers.refuse(exchange, pathname, status, message),
    });
  }

  async function answerReadiness(exchange: Exchange): Promise<void> {
    const missing = isDraining ? ['the process is stopping'] : await readiness();
    return answers.send(
      exchange,
      missing.length === 0
        ? plainResponse(200, 'ready')
        : plainResponse(503, `not ready: ${missing.join(', ')}`, { headers: ['Retry-After', '1'] }),
    );
  }

  async function answerWithPage(exchange: Exchange, address: string, isKept: boolean): Promise<void> {
    const page = await pages.page(exchange.requestId, address, isKept);
    await sendFinishedResponse(exchange.request, exchange.response, page, answers.own(exchange));
  }

  async function answerByFramework(exchange: Exchange, address: Address, origin: string): Promise<void> {
    const { request } = exchange;
    if (!hasBody(request) || request.method === 'GET' || request.method === 'HEAD') {
      return renderFor(exchange, address, origin, undefined);
    }
    await withBody(exchange, address.pathname, (body) => renderFor(exchange, address, origin, body));
  }

  async function answerDirectly(exchange: Exchange, pathname: string, direct: DirectHandler): Promise<void> {
    const { request, requestId } = exchange;
    if (request.method !== 'POST') {
      const headers = ['Allow', 'POST, OPTIONS'];
      return answers.send(
        exchange,
        plainResponse(405, 'This method is not allowed here.', { pathname, headers }),
      );
    }
    await withBody(exchange, pathname, async (body) => {
      answers.send(
        exchange,
        await direct({ body, headers: request.headers, clientAddress: exchange.clientAddress, requestId }),
      );
    });
  }

  /** Reads the body whole and hands it on; one that cannot be read is refused here. */
  async function withBody(
    exchange: Exchange,
    pathname: string,
    answerTo: (body: Buffer<ArrayBuffer>) => Promise<void>,
  ): Promise<void> {
    const { request, response } = exchange;
    const { purpose, bytes, administratorBytes = bytes, milliseconds } = bodyLimit(pathname);
    const isLarge = administratorBytes > bytes && announcedBytes(request) > bytes;
    if (isLarge && !(await isAdministrator(exchange, pathname))) return;
    if (request.headers.expect !== undefined) response.writeContinue();
    const room = bodyRooms[isLarge ? 'large' : purpose](networkOf(exchange.clientAddress));
    const limit = { bytes: isLarge ? administratorBytes : bytes, milliseconds };
    const read = await readBody(request, limit, room);
    switch (read.kind) {
      case 'gone':
        return;
      case 'too-large':
        return answers.refuse(exchange, pathname, 413, MESSAGES.tooLarge);
      case 'too-slow':
        return answers.refuse(exchange, pathname, 408, MESSAGES.tooSlow);
      case 'no-room':
        return answers.refuse(exchange, pathname, 503, MESSAGES.overloaded);
      case 'complete':
        try {
          await answerTo(read.body);
        } finally {
          room.give(read.body.byteLength);
        }
    }
  }

  /** Asked before a large body is read; whoever is none has been answered then, as the guard of the admin would. */
  async function isAdministrator(exchange: Exchange, pathname: string): Promise<boolean> {
    const { cookie } = exchange.request.headers;
    const refuse = (status: number, message: string) => {
      answers.refuse(exchange, pathname, status, message);
      return false;
    };
    if (cookie === undefined || !hasCookie(cookie, options.sessionCookieNames) || !options.admit)
      return refuse(401, admissionMessages.anonymous);
    try {
      const { kind } = await options.admit(new Headers({ cookie }));
      if (kind === 'admin') return true;
      return kind === 'anonymous'
        ? refuse(401, admissionMessages.anonymous)
        : refuse(403, admissionMessages.notAdmin);
    } catch (error) {
      options.log.error('Who sends a large body could not be found out', {
        requestId: exchange.requestId,
        error,
      });
      return refuse(503, admissionMessages.unknown);
    }
  }

  async function renderFor(
    exchange: Exchange,
    address: Address,
    origin: string,
    body: Buffer<ArrayBuffer> | undefined,
  ): Promise<void> {
    const { request, response, requestId } = exchange;
    const visit = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) visit.abort();
    });
    const leave = await gateOf(address.pathname).enter(visit.signal);
    if (leave === undefined) return answers.send(exchange, overloaded(address.pathname));

    const info = {
      requestId,
      clientAddress: exchange.clientAddress,
      nonce: randomBytes(18).toString('base64url'),
    };
    // A client that leaves does not free the place while the work it caused goes on.
    const answered = await withinPlace(leave, limits.renderMilliseconds, (timeout) => {
      const signal = AbortSignal.any([visit.signal, timeout]);
      const seen = { origin, ...address, body, clientAddress: info.clientAddress, signal };
      return options.render(createFrameworkRequest(request, seen), info);
    });
    // Nobody is told that something is withdrawn before it is.
    if (request.method !== 'GET' && request.method !== 'HEAD') await pages.settled();
    if (answered.status >= 500 && answered.body === null) {
      return answers.send(exchange, fault(requestId, address.pathname));
    }
    const hasSession = hasCookie(request.headers.cookie, options.sessionCookieNames);
    const headers = withDefaults(frameworkHeaders(answered, hasSession), securityHeaders);
    await sendFrameworkResponse(request, response, answered, [...headers, ...answers.own(exchange)]);
  }

  /** An error of ours. What has begun to leave cannot be taken back; cutting it off says that it is not whole. */
  function fail(exchange: Exchange, error: unknown): void {
    const { request, response, requestId } = exchange;
    if (response.destroyed || response.writableEnded) return;
    options.log.error('The request failed', { requestId, error });
    if (response.headersSent) response.destroy();
    else answers.send(exchange, fault(requestId, request.url ?? ''));
  }

  function bodyLimit(pathname: string): BodyLimit {
    return bodyLimitOf(pathname, options.bodyLimits ?? bodyLimits);
  }

  function gateOf(pathname: string) {
    return OUR_PATHS_WITH_OWN_PLACES.test(pathname) ? reservedGate : publicGate;
  }

  /** A proxy's id is kept, so that its log and ours can be read side by side; a stranger's is not. */
  function requestIdOf(request: IncomingMessage): string {
    const given = headerOf(request, 'x-request-id');
    const isOurs = given !== undefined && /^[\w.-]{8,64}$/.test(given);
    return isOurs && isTrustedProxy(clientAddress(request.socket.remoteAddress, undefined, () => false))
      ? given
      : randomUUID();
  }

  function logWhenOver({ request, response, requestId }: Exchange): void {
    const startedAt = performance.now();
    const { socket } = request;
    const bytesBefore = socket.bytesWritten;
    response.once('close', () => {
      logRequest({
        requestId,
        method: request.method ?? '',
        pathname: (request.url ?? '').split(/[?#]/, 1)[0] ?? '',
        status: response.statusCode,
        ms: performance.now() - startedAt,
        bytes: socket.bytesWritten - bytesBefore,
        isCutOff: !response.writableFinished,
      });
    });
  }
}

/** Node keeps the first `Host` and drops the others without a word. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
