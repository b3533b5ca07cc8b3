import type { FlatHeaders } from './prepared-response.ts';

/** An answer that this process gives by itself, without the framework. */
export interface PlainAnswer {
  readonly status: number;
  readonly headers: FlatHeaders;
  readonly body: string;
}

/**
 * One sentence, as JSON (`{"message": …}`) for programs and as text for people. The framework's client shows the text
 * in the route's error boundary.
 *
 * @param options.pathname decides who reads it: `/api/…` and `/rpc/…` are for programs
 * @param options.headers further headers
 */
export function plainAnswer(
  status: number,
  sentence: string,
  options: { pathname?: string; headers?: FlatHeaders } = {},
): PlainAnswer {
  const isJson = /^\/(?:api|rpc)\//.test(options.pathname ?? '');
  const body = sentence === '' ? '' : isJson ? `${JSON.stringify({ message: sentence })}\n` : `${sentence}\n`;
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
