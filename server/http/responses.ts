import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FlatHeaders } from './prepared-response.ts';
import { plainResponse } from './plain-response.ts';
import type { PlainResponse } from './plain-response.ts';

/** One request on its way through. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly clientAddress: string;
}

/** What this process says by itself, with the headers that every answer has. */
export interface Responses {
  /** The headers of this one exchange, for an answer that somebody else made. */
  own(exchange: Exchange): FlatHeaders;
  send(exchange: Exchange, answer: PlainResponse): void;
  /** Says no while the client is still sending: the answer leaves whole, then the connection ends. */
  refuse(exchange: Exchange, pathname: string, status: number, message: string): void;
  /** A whole HTTP message for a connection that never became a request (431, 408, a broken message, CONNECT). */
  raw(status: number): string;
}

/** A client that is told "too much" while it still sends reads the answer only if we go on listening for a while. */
const LINGER = { milliseconds: 2000, bytes: 32_000_000 };

/** @param isDraining whether connections are to close with their next answer */
export function createResponses(securityHeaders: FlatHeaders, isDraining: () => boolean): Responses {
  return { own, send, refuse, raw };

  function own({ requestId }: Exchange): FlatHeaders {
    return isDraining() ? ['X-Request-Id', requestId, 'Connection', 'close'] : ['X-Request-Id', requestId];
  }

  function send(exchange: Exchange, { status, headers, body }: PlainResponse): void {
    const { request, response } = exchange;
    const bytes = Buffer.from(body);
    response.writeHead(status, [
      ...headers,
      ...securityHeaders,
      ...own(exchange),
      ...(status === 204 ? [] : ['Content-Length', String(bytes.byteLength)]),
    ]);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  function refuse(exchange: Exchange, pathname: string, status: number, message: string): void {
    const { request, response, requestId } = exchange;
    const retry = status === 503 ? ['Retry-After', '1'] : [];
    const { headers, body } = plainResponse(status, message, { pathname, headers: retry });
    const closing = ['X-Request-Id', requestId, 'Connection', 'close'];
    const length = ['Content-Length', String(Buffer.byteLength(body))];
    response.writeHead(status, [...headers, ...securityHeaders, ...closing, ...length]);
    if (request.method !== 'HEAD') response.write(body);

    const end = (): void => void response.end();
    if (request.readableEnded) return end();
    let heard = 0;
    const timeout = setTimeout(end, LINGER.milliseconds);
    request.on('data', (chunk: Buffer) => {
      heard += chunk.byteLength;
      if (heard > LINGER.bytes) end();
    });
    request.once('end', end);
    response.once('close', () => clearTimeout(timeout));
    request.resume();
  }

  function raw(status: number): string {
    const { headers, body } = plainResponse(status, STATUS_CODES[status] ?? 'Refused');
    const all = [...headers, ...securityHeaders, 'X-Request-Id', randomUUID(), 'Connection', 'close'];
    all.push('Date', new Date().toUTCString(), 'Content-Length', String(Buffer.byteLength(body)));
    const lines = all.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${all[index + 1] ?? ''}`] : []));
    return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
  }
}

export const MESSAGES = {
  broken: 'This request is not well formed.',
  missing: 'There is nothing at this address.',
  overloaded: 'The site is very busy. Please try again in a moment.',
  tooLarge: 'This is more than the site accepts at once.',
  tooSlow: 'The request took too long to arrive. Please try again.',
} as const;

export function overloaded(pathname: string): PlainResponse {
  return plainResponse(503, MESSAGES.overloaded, { pathname, headers: ['Retry-After', '1'] });
}

export function fault(requestId: string, pathname: string): PlainResponse {
  return plainResponse(500, `Something went wrong on our side. Request id: ${requestId}`, { pathname });
}
