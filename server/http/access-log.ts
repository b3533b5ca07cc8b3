import type { Logger } from '#adapters/log.ts';

/** What is written down of one exchange: a written list, without query, headers or body. */
export interface Exchange {
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
}

const WINDOW = 10_000;
/** Lines about refused and missing addresses in one window; beyond, they are only counted. */
const REFUSALS_PER_WINDOW = 50;

/**
 * One line per exchange. Health checks, counted views and built files are not worth one while they go well; a flood of missing
 * addresses is sampled and counted, so strangers cannot fill the disk.
 */
export function createRequestLog(log: Logger): (exchange: Exchange) => void {
  let windowStart = -Infinity;
  let refusals = 0;

  return (exchange) => {
    const { requestId, method, status, bytes, isCutOff } = exchange;
    if (status < 400 && !isCutOff && isRoutine(exchange.pathname)) return;
    if (status >= 400 && status < 500 && !hasRoom()) return;
    const fields = {
      requestId,
      method,
      path: loggedPath(exchange.pathname),
      status,
      ms: Math.round(exchange.ms * 10) / 10,
      bytes,
      ...(isCutOff ? { isCutOff } : {}),
    };
    if (status >= 500) log.warn('request', fields);
    else log.info('request', fields);
  };

  function hasRoom(): boolean {
    const now = performance.now();
    if (now - windowStart > WINDOW) {
      const leftOut = refusals - REFUSALS_PER_WINDOW;
      if (leftOut > 0) log.info('Lines about refused requests were left out', { count: leftOut });
      windowStart = now;
      refusals = 0;
    }
    refusals += 1;
    return refusals <= REFUSALS_PER_WINDOW;
  }
}

function isRoutine(pathname: string): boolean {
  return (
    pathname === '/healthz' ||
    pathname === '/readyz' ||
    pathname.startsWith('/rpc/') ||
    pathname.startsWith('/assets/')
  );
}

const MAXIMUM_LOGGED_PATH = 300;

/**
 * The path with whatever looks like a secret left out: our slugs and names are lower case with hyphens, so a long
 * part in mixed case, or of nothing but hexadecimal digits, is a token.
 */
export function loggedPath(pathname: string): string {
  return pathname
    .slice(0, MAXIMUM_LOGGED_PATH)
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
