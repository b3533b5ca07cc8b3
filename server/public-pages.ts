import type { Logger } from '#adapters/log.ts';

import { fault, overloaded } from './answers.ts';
import { createFinishedResponse } from './finished-response.ts';
import type { FinishedResponse, FlatHeaders } from './finished-response.ts';
import { finishPage } from './finish-page.ts';
import { createFreshnessWatch } from './freshness-watch.ts';
import type { Freshness } from './freshness-watch.ts';
import { createPageCache } from './page-cache.ts';
import type { RenderedPage } from './page-cache.ts';
import type { PlainAnswer } from './plain-answer.ts';
import type { Render } from './render.ts';
import { withinPlace } from './render-gate.ts';
import type { RenderGate } from './render-gate.ts';
import { withDefaults } from './security-headers.ts';
import { createSerialWork } from './serial-work.ts';

/** Pages that are the same for everybody: rendered once, shown from memory for as long as they are true. */
export interface PublicPages {
  /** The page at once, when it is kept and nothing has changed. */
  current(address: string): FinishedResponse | undefined;
  /**
   * The page, rendered if need be; a fault or an overload is an answer too.
   * @param requestId of the first who asks for it, for the log
   */
  page(requestId: string, address: string, isKept: boolean): Promise<FinishedResponse>;
  /** Public content was changed by this process, and the change is committed: every kept page is dropped. */
  contentChanged(): void;
  /** Ends the background checks. */
  stop(): void;
}

/** Of brotli, for who comes after the first reader: a tenth fewer bytes for ten milliseconds of a core. */
const KEPT_QUALITY = 10;

export function createPublicPages(options: {
  readonly origin: string;
  readonly render: Render;
  /** One cheap statement; rejects when the database is down. */
  freshness(): Promise<Freshness>;
  readonly gate: RenderGate;
  readonly securityHeaders: FlatHeaders;
  readonly log: Logger;
  /** Memory for kept pages. */
  readonly pageBytes: number;
  readonly renderMilliseconds: number;
}): PublicPages {
  const { gate, securityHeaders, log } = options;
  /** When pages that somebody may have were last replaced. */
  let lastEnd = 0;
  let hasRendered = false;
  const watch = createFreshnessWatch({
    check: options.freshness,
    onEnd: () => {
      pages.clear();
      improvements.clear();
      if (hasRendered) lastEnd = Date.now();
    },
    log,
  });
  const improvements = createSerialWork(log);
  const pages = createPageCache({ watch, maximumBytes: options.pageBytes });

  return {
    current: pages.current,
    page: (requestId, address, isKept) => pages.page(address, () => renderPage(requestId, address, isKept)),
    contentChanged: watch.contentChanged,
    stop: watch.stop,
  };

  /** Shared by everybody who waits for this page, so nothing of the client who came first goes in. */
  async function renderPage(requestId: string, address: string, isKept: boolean): Promise<RenderedPage> {
    const leave = await gate.enter();
    if (leave === undefined) return { response: finishPlain(overloaded(address)), isKept: false };
    try {
      const info = { requestId, clientAddress: '', nonce: '' };
      const page = await withinPlace(leave, options.renderMilliseconds, async (signal) => {
        const request = new Request(options.origin + address, { signal });
        hasRendered = true;
        const modified = modifiedNow();
        const rendered = await options.render(request, info);
        return finishPage(rendered, securityHeaders, modified);
      });
      if (page === undefined) return { response: finishPlain(fault(requestId, address)), isKept: false };
      if (!page.isKept || !isKept) return { response: page.response, isKept: false };
      improvements.add(() => page.response.recompress(KEPT_QUALITY));
      return page;
    } catch (error) {
      log.error('The page could not be rendered', { requestId, error });
      return { response: finishPlain(fault(requestId, address)), isKept: false };
    }
  }

  /** Dates in HTTP know only seconds: what replaces a page of this second counts from the next one. */
  function modifiedNow(): Date {
    const now = Date.now();
    const isSecondOfEnd = Math.floor(lastEnd / 1000) === Math.floor(now / 1000);
    return new Date(isSecondOfEnd ? now + 1000 : now);
  }

  function finishPlain({ status, headers, body }: PlainAnswer): FinishedResponse {
    return createFinishedResponse({
      status,
      headers: withDefaults(headers, securityHeaders),
      body: Buffer.from(body),
      brotliQuality: 1,
    });
  }
}
