import { performance } from 'node:perf_hooks';

import type { Logger } from '#adapters/log.ts';

import { cdnCacheHeaders, cdnKeyHeaders } from './surrogate-keys.ts';
import { internalError, overloaded, type PlainResponse } from '../responses/plain-response.ts';
import { createFinishedResponse, type FlatHeaders } from '../responses/prepared-response.ts';
import { createContentRecord, isWithdrawal, type ContentKeys } from './affected-pages.ts';
import { finishPage } from './finish-page.ts';
import {
  createContentVersionWatcher,
  maximumAge,
  type ContentChange,
  type ContentVersion,
} from './content-version-watcher.ts';
import { markdownAddress } from './cacheable-pages.ts';
import { createPageCache, type RenderedPage } from './page-cache.ts';
import type { Render } from '../responses/framework.ts';
import { withinPlace, type ConcurrencyLimit } from '../scheduling/concurrency-limit.ts';
import { withDefaults } from '../responses/security-headers.ts';

/** Pages that are the same for everybody: rendered once, shown from memory for as long as they are true. */
export type PublicPages = ReturnType<typeof createPublicPages>;

export type PublicPagesOptions = {
  readonly origin: string;
  readonly render: Render;
  /** The changes since a version, in one cheap statement; rejects when the database is down. */
  contentVersion(since: string | undefined): Promise<ContentVersion>;
  /** True if a shared cache in front is told of changes; else caches must ask for every request. */
  readonly hasCdn?: boolean | undefined;
  /** Called with the keys of every change; undefined: everything may have changed. */
  onContentChange?: ((keys: ContentKeys) => void) | undefined;
  readonly renderLimit: ConcurrencyLimit;
  readonly securityHeaders: FlatHeaders;
  readonly log: Logger;
  /** Memory for kept pages. */
  readonly pageBytes: number;
  /** Where a file for pages is made that have no room in memory; undefined: they are dropped. */
  readonly pageDirectory?: string | undefined;
  readonly renderMilliseconds: number;
};

export function createPublicPages(options: PublicPagesOptions) {
  const { renderLimit, securityHeaders, log, hasCdn } = options;
  const cacheHeaders = hasCdn ? cdnCacheHeaders : undefined;
  /** When pages that a client may have cached were last replaced. */
  let lastChangeAt = 0;
  let hasRendered = false;
  let renewalCount = 0;
  const watch = createContentVersionWatcher({
    check: options.contentVersion,
    onChange(change) {
      apply(change);
      options.onContentChange?.(change.keys);
    },
    log,
  });
  /** One after the other, so that they never take more than one core. */
  let renewals = Promise.resolve();
  const pages = createPageCache({ watch, maximumBytes: options.pageBytes, directory: options.pageDirectory });
  return {
    current: pages.current,
    /**
     * The page, rendered if need be; an error or an overload is an answer too.
     * @param requestId of the first who asks for it, for the log
     */
    page: (requestId: string, address: string, isKept: boolean) =>
      pages.page(address, () => renderPage(requestId, address, isKept)),
    /**
     * Public content was changed by this process, and the change is committed or may be: no kept page counts before it is
     * read, and what it may have withdrawn is dropped.
     */
    contentChanged(keys: ContentKeys): void {
      const staleUntil = isWithdrawal(keys) ? -Infinity : performance.now() + maximumAge;
      watch.contentChanged();
      apply({ keys, staleUntil });
    },
    check: watch.check,
    /** The database can be asked from now on, and is, visitors or not. */
    watch: watch.start,
    state: pages.state,
    stop() {
      watch.stop();
      pages.stop();
    },
  };

  function apply(change: ContentChange): void {
    if (hasRendered) lastChangeAt = Date.now();
    for (const address of pages.apply(change)) {
      renewals = renewals
        .then(() => renew(address))
        .catch((error: unknown) => log.error('A page could not be rendered again', { error }));
    }
  }

  function renew(address: string): Promise<void> {
    return pages.renew(address, () => renderPage(`renewal-${(renewalCount += 1)}`, address, true));
  }

  /** Shared by everybody who waits for this page, so nothing of the client who came first goes in. */
  async function renderPage(requestId: string, address: string, isKept: boolean): Promise<RenderedPage> {
    const leave = await renderLimit.enter();
    if (leave === undefined) return failed(overloaded(address));
    try {
      const contentRecord = createContentRecord();
      const info = { requestId, clientAddress: '', nonce: '', contentRecord };
      const page = await withinPlace(leave, options.renderMilliseconds, async (signal) => {
        const request = new Request(options.origin + address, { signal });
        hasRendered = true;
        const modified = modifiedNow();
        const rendered = await options.render(request, info);
        const keyHeaders = hasCdn ? () => cdnKeyHeaders(contentRecord.keys()) : undefined;
        return finishPage(rendered, {
          isKept,
          modified,
          securityHeaders,
          keyHeaders,
          cacheHeaders,
          varyBy: varyBy(address),
        });
      });
      if (page === undefined) return failed(internalError(requestId, address));
      if (page.outcome !== 'kept') return page;
      return { ...page, keys: contentRecord.keys() };
    } catch (error) {
      log.error('The page could not be rendered', { requestId, error });
      return failed(internalError(requestId, address));
    }
  }

  /** Dates in HTTP know only seconds: what replaces a page of this second counts from the next one. */
  function modifiedNow(): Date {
    const now = Date.now();
    const isSecondOfChange = Math.floor(lastChangeAt / 1000) === Math.floor(now / 1000);
    return new Date(isSecondOfChange ? now + 1000 : now);
  }

  function failed({ status, headers, body }: PlainResponse): RenderedPage {
    const response = createFinishedResponse({
      status,
      headers: withDefaults(headers, securityHeaders),
      body: Buffer.from(body),
      brotliQuality: 1,
    });
    return { response, outcome: 'failed' };
  }
}

/** A page that is there as Markdown too is chosen by what a client takes. */
function varyBy(address: string): readonly string[] | undefined {
  const page = address.replace(/\.md$/, '');
  return markdownAddress(page) === undefined ? undefined : ['Accept'];
}
