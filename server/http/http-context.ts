import type { IncomingMessage, ServerResponse } from 'node:http';

export type HttpContext = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly clientAddress: string;
  /** Without the query; '' until the step that parses the address. */
  pathname: string;
  /** '' or the query with its question mark. */
  search: string;
  /** The origin under which the site was reached; '' until the step that checks it. */
  origin: string;
};

/** One step of a request: it answers, or it returns 'next' and leaves the request to the next step. */
export type Step = (ctx: HttpContext) => 'next' | void | Promise<void>;
