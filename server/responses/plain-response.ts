import type { FlatHeaders } from './prepared-response.ts';

/** An answer that this process gives by itself, without the framework. */
export type PlainResponse = {
  readonly status: number;
  readonly headers: FlatHeaders;
  readonly body: string;
};

/**
 * One message, as JSON (`{"message": …}`) for programs and as text for people. The framework's client shows the text
 * in the route's error boundary.
 *
 * @param options.pathname decides who reads it: `/api/…` and `/rpc/…` are for programs
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

export const statusMessages = {
  method: 'This method is not allowed here.',
  broken: 'This request is not well formed.',
  missing: 'There is nothing at this address.',
  overloaded: 'The site is very busy. Please try again in a moment.',
  tooLarge: 'This is more than the site accepts at once.',
  tooSlow: 'The request took too long to arrive. Please try again.',
} as const;

export function overloaded(pathname: string): PlainResponse {
  return plainResponse(503, statusMessages.overloaded, { pathname, headers: ['Retry-After', '1'] });
}

export function internalError(requestId: string, pathname: string): PlainResponse {
  return plainResponse(500, `Something went wrong on our side. Request id: ${requestId}`, { pathname });
}
