import type { ContentRecord } from '#app/http/request-context.ts';

/** The framework. Of a kept page it sees a bare GET of the canonical address: no header, no cookie, no client. */
export type Render = (request: Request, info: RequestInfo) => Promise<Response>;

export interface RequestInfo {
  readonly requestId: string;
  /** Empty for the render of a kept page. */
  readonly clientAddress: string;
  /** For this one response; empty for the render of a kept page, which must not hold one. */
  readonly nonce: string;
  /** Told what the page shows, when it may be kept. */
  readonly contentRecord?: ContentRecord;
}
