import type { FlatHeaders } from './prepared-response.ts';

/** An answer that this process gives by itself, without the framework. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: FlatHeaders;
  readonly body: string;
}

/**
 * One message, as JSON (`{"message": …}`) for programs and as text for people. The framework's client shows the text
 * in the route's error boundary.
 *
 * @param options.pathname decides who reads it: `/api/…` and `/rpc/…` are for programs
 * @param options.headers further headers
 */
export function plainResponse(
  status: number,
  message: string,
  options: { pathname?: string; headers?: FlatHeaders } = {},
): PlainResponse {
  const isJson = /^\/(?:api|rpc)\//.test(options.pathname ?? '');
  const body = message === '' ? '' : isJson ? `${JSON.stringify({ message: message })}\n` : `${message}\n`;
  return {
    status,
    headers: [
      'Cache-Control',
      'no-store',
      ...(body === ''
        ? []
        : ['Content-Type', isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8']),
      ...(status >= 400 ? ['X-Robots-Tag', 'noindex'] : []),
      ...(options.headers ?? []),
    ],
    body,
  };
}
