import type { FlatHeaders } from '../responses/prepared-response.ts';
import type { HttpContext } from './http-context.ts';
import type { PlainResponse } from '../responses/plain-response.ts';

/** Addresses that this process answers without the framework: where bytes stream in or out, or calls are too many for it. */
export type StreamingRoute = {
  readonly path: RegExp;
  /** The same for logs and metrics, such as `/storage/*`. */
  readonly pattern: string;
  readonly methods: readonly string[];
  /** Told to who opens the address in a browser, where it takes no GET. */
  readonly purpose?: string;
  answer(exchange: StreamingExchange): Promise<void>;
};

export type StreamingExchange = Readonly<HttpContext> & {
  /** Reads a small body whole, and passes it on; refuses one that cannot be read. */
  withBody(handleBody: (body: Buffer) => Promise<void>): Promise<void>;
  /** The headers of an answer with those that every answer carries. */
  complete(headers: FlatHeaders): FlatHeaders;
  send(answer: PlainResponse): void | Promise<void>;
  /** Says no while the client is still sending: the answer leaves whole, then the connection ends. */
  refuse(status: number, message: string): void;
};
