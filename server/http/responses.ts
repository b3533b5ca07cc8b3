import { STATUS_CODES } from 'node:http';

import type { HttpContext } from './http-context.ts';
import { createRequestIds } from './identify-request.ts';
import type { FlatHeaders } from '../responses/prepared-response.ts';
import { plainResponse, type PlainResponse } from '../responses/plain-response.ts';

/** Responses that this process makes without the framework, with the headers that every response has. */
export type Responses = ReturnType<typeof createResponses>;

export const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);
/** Methods that some address takes; the others are refused by every one. */
export const allow = 'GET, HEAD, POST, OPTIONS';

/** A client that is refused while it still sends reads the response only if the server goes on reading for a while. */
const linger = { milliseconds: 2000, bytes: 32_000_000 };

/** @param isDraining whether connections are to close with their next response */
export function createResponses(securityHeaders: FlatHeaders, isDraining: () => boolean) {
  const newRequestId = createRequestIds();
  return { headersOf, send, refuse, raw };

  /** The headers of this one request, for a response that was made elsewhere. */
  function headersOf({ requestId }: HttpContext): FlatHeaders {
    return isDraining() ? ['X-Request-Id', requestId, 'Connection', 'close'] : ['X-Request-Id', requestId];
  }

  function send(ctx: HttpContext, { status, headers, body }: PlainResponse): void {
    const { request, response } = ctx;
    const bytes = Buffer.from(body);
    response.writeHead(status, [
      ...headers,
      ...securityHeaders,
      ...headersOf(ctx),
      ...(status === 204 ? [] : ['Content-Length', String(bytes.byteLength)]),
    ]);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  /** Refuses while the client is still sending: the response is sent whole, then the connection ends. */
  function refuse(ctx: HttpContext, status: number, message: string): void {
    const { request, response, requestId, pathname } = ctx;
    const retry = status === 503 ? ['Retry-After', '1'] : [];
    const { headers, body } = plainResponse(status, message, { pathname, headers: retry });
    const closing = ['X-Request-Id', requestId, 'Connection', 'close'];
    const length = ['Content-Length', String(Buffer.byteLength(body))];
    response.writeHead(status, [...headers, ...securityHeaders, ...closing, ...length]);
    if (request.method !== 'HEAD') response.write(body);

    const end = (): void => void response.end();
    if (request.readableEnded) return end();
    let received = 0;
    const timeout = setTimeout(end, linger.milliseconds);
    request.on('data', (chunk: Buffer) => {
      received += chunk.byteLength;
      if (received > linger.bytes) end();
    });
    request.once('end', end);
    response.once('close', () => clearTimeout(timeout));
    request.resume();
  }

  /** A whole HTTP message for a connection that never became a request (431, 408, a broken message, CONNECT). */
  function raw(status: number): string {
    const { headers, body } = plainResponse(status, STATUS_CODES[status] ?? 'Refused');
    const all = [...headers, ...securityHeaders, 'X-Request-Id', newRequestId(), 'Connection', 'close'];
    all.push('Date', new Date().toUTCString(), 'Content-Length', String(Buffer.byteLength(body)));
    const lines = all.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : []));
    return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
  }
}
