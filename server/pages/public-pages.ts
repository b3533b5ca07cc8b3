import type { Logger } from '#adapters/log.ts';

import { cdnCacheHeaders, cdnKeyHeaders } from '../cdn/cdn.ts';
import { internalError, overloaded } from '../http/responses.ts';
import { createFinishedResponse } from '../http/prepared-response.ts';
import type { FinishedResponse, FlatHeaders } from '../http/prepared-response.ts';
import { finishPage, responseOf, restorePage } from './finish-page.ts';
import type { ContentKeys } from './affected-pages.ts';
import { createContentRecord } from './content-record.ts';
import { createContentVersionWatcher } from './content-version-watcher.ts';
import type { ContentVersion } from './content-version-watcher.ts';
import { createPageCache } from './page-cache.ts';
import type { PageCacheState, RenderedPage } from './page-cache.ts';
import type { CopiedPage, PageStore } from './page-store.ts';
import type { PlainResponse } from '../http/plain-response.ts';
import type { Render } from '../http/render.ts';
import { withinPlace } from '../http/concurrency-limit.ts';
import type { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import { withDefaults } from '../http/security-headers.ts';
import { createSerialQueue } from '../jobs/serial-queue.ts';
import { untilIdle } from './until-idle.ts';
import { createWithdrawalCheck } from './withdrawal-check.ts';
import type { PublicSlugs } from './withdrawal-check.ts';

/** Pages that are the same for everybody: rendered once, shown from memory for as long as they are true. */
export interface PublicPages {
  /** The page at once, when it is kept and nothing that it shows has changed. */
  current(address: string): FinishedResponse | undefined;
  /**
   * The page, rendered if need be; an error or an overload is an answer too.
   * @param requestId of the first who asks for it, for the log
   */
  page(requestId: string, address: string, isKept: boolean): Promise<FinishedResponse>;
  /** Public content was changed by this process, and the change is committed: no kept page counts before it is read. */
  contentChanged(): void;
  /** Public content was changed by another process of this site; resolves like `settled`. */
  contentChangedElsewhere(): Promise<void>;
  /** The last good copy of a page, for another process of this site that has none. */
  copyOf(address: string): CopiedPage | undefined;
  /** Public content may have been changed elsewhere: it is looked up at once. */
  check(): void;
  /**
   * Resolves when nothing that was withdrawn before this call can be shown again, by any process of this site, whatever
   * fails or ends.
   */
  settled(): Promise<void>;
  /** The database can be asked from now on, and is, visitors or not. */
  watch(): void;
  state(): PageCacheState;
  /** Ends the background checks. */
  stop(): void;
}

/** Of brotli, for pages that are asked for again: a tenth fewer bytes for ten milliseconds of a core. */
const KEPT_QUALITY = 10;
/** Bytes of one page on disk. */
const MAXIMUM_STORED = 2_000_000;

export function createPublicPages(options: {
  readonly origin: string;
  readonly render: Render;
  /** What changed since a version, in one cheap statement; rejects when the database is down. */
  contentVersion(since: string | undefined): Promise<ContentVersion>;
  /** Which of these posts are public; undefined: no copy outlives a change. */
  publicSlugs?: ((slugs: readonly string[]) => Promise<PublicSlugs>) | undefined;
  /** Tells the other processes of this site of a change by this one; resolves when they have settled it. */
  readonly contentChangedElsewhere?: (() => Promise<void>) | undefined;
  /** The last good copy that another process of this site has. */
  readonly copyElsewhere?: ((address: string) => Promise<CopiedPage | undefined>) | undefined;
  /** Where copies outlive the process. */
  readonly store?: PageStore | undefined;
  /** Whether a shared cache in front is told of changes; else caches must ask for every request. */
  readonly hasCdn?: boolean | undefined;
  /** Called with the keys of every change; undefined: everything may have changed. */
  onContentChange?: ((keys: ContentKeys) => void) | undefined;
  readonly renderLimit: ConcurrencyLimit;
  readonly securityHeaders: FlatHeaders;
  readonly log: Logger;
  /** Memory for kept pages. */
  readonly pageBytes: number;
  readonly renderMilliseconds: number;
}): PublicPages {
  const { renderLimit, securityHeaders, log, store, hasCdn } = options;
  const cacheHeaders = hasCdn ? cdnCacheHeaders : undefined;
  /** When pages that a client may have cached were last replaced. */
  let lastChangeAt = 0;
  let hasRendered = false;
  let renewalCount = 0;
  /** Of the last change by this process: a later one is settled after the ones before. */
  let settledElsewhere: Promise<void> | undefined;
  const watch = createContentVersionWatcher({
    async check(since) {
      const version = await options.contentVersion(since);
      withdrawals.resume();
      return version;
    },
    onChange(change) {
      const popular = pages.apply(change);
      withdrawals.begin(change.version);
      options.onContentChange?.(change.keys);
      if (hasRendered) lastChangeAt = Date.now();
      for (const address of popular) renewals.add(() => renew(address));
    },
    log,
  });
  const improvements = createSerialQueue(log);
  const renewals = createSerialQueue(log);
  const pages = createPageCache({
    watch,
    maximumBytes: options.pageBytes,
    mayShowCopies: () => withdrawals.isPassed(),
    copyElsewhere: async (address) => {
      const copy = await options.copyElsewhere?.(address);
      return copy && responseOf(copy);
    },
    onKeep(address, { posts, stored }) {
      if (posts === undefined || stored === undefined || stored.body.byteLength > MAXIMUM_STORED) {
        store?.remove(address);
      } else {
        store?.put(stored);
      }
    },
    onRemove: (address) => store?.remove(address),
    onAskedAgain: (response) => improvements.add(() => improve(response)),
  });
  const restored = restore();
  const withdrawals = createWithdrawalCheck({
    ask: options.publicSlugs,
    pages,
    store,
    removals: restored,
    log,
  });

  return {
    current: pages.current,
    async page(requestId, address, isKept) {
      await restored;
      return pages.page(address, () => renderPage(requestId, address, isKept));
    },
    contentChanged() {
      contentChanged();
      settledElsewhere = options.contentChangedElsewhere?.();
    },
    contentChangedElsewhere() {
      contentChanged();
      return withdrawals.settled();
    },
    copyOf(address) {
      const response = pages.copy(address);
      if (response?.modified === undefined) return undefined;
      const { headers, body } = response.content;
      return { headers, body, modifiedAt: response.modified.at };
    },
    check: watch.check,
    settled: async () => void (await Promise.all([withdrawals.settled(), settledElsewhere])),
    watch: watch.start,
    state: pages.state,
    stop() {
      watch.stop();
      store?.stop();
    },
  };

  function contentChanged(): void {
    withdrawals.begin();
    watch.contentChanged();
  }

  /** Resolves to the state of the database that the copies on disk were last compared with. */
  async function restore(): Promise<string | undefined> {
    if (store === undefined) return undefined;
    const { pages: found, removals } = await store.load();
    for (const page of found) pages.restore(restorePage(page, { securityHeaders, cacheHeaders }));
    hasRendered ||= found.length > 0;
    return removals;
  }

  function renew(address: string): Promise<void> {
    return pages.renew(address, () => renderPage(`renewal-${(renewalCount += 1)}`, address, true));
  }

  /** Shared by everybody who waits for this page, so nothing of the client who came first goes in. */
  async function renderPage(requestId: string, address: string, isKept: boolean): Promise<RenderedPage> {
    const leave = await renderLimit.enter();
    if (leave === undefined) return failed(finishPlain(overloaded(address)));
    try {
      const contentRecord = createContentRecord();
      const info = { requestId, clientAddress: '', nonce: '', contentRecord };
      const page = await withinPlace(leave, options.renderMilliseconds, async (signal) => {
        const request = new Request(options.origin + address, { signal });
        hasRendered = true;
        const modified = modifiedNow();
        const rendered = await options.render(request, info);
        const keyHeaders = hasCdn ? () => cdnKeyHeaders(contentRecord.keys()) : undefined;
        return finishPage(rendered, { address, isKept, modified, securityHeaders, keyHeaders, cacheHeaders });
      });
      if (page === undefined) return failed(finishPlain(internalError(requestId, address)));
      if (page.outcome !== 'kept') return page;
      return { ...page, keys: contentRecord.keys() };
    } catch (error) {
      log.error('The page could not be rendered', { requestId, error });
      return failed(finishPlain(internalError(requestId, address)));
    }
  }

  /** Dates in HTTP know only seconds: what replaces a page of this second counts from the next one. */
  function modifiedNow(): Date {
    const now = Date.now();
    const isSecondOfChange = Math.floor(lastChangeAt / 1000) === Math.floor(now / 1000);
    return new Date(isSecondOfChange ? now + 1000 : now);
  }

  function finishPlain({ status, headers, body }: PlainResponse): FinishedResponse {
    return createFinishedResponse({
      status,
      headers: withDefaults(headers, securityHeaders),
      body: Buffer.from(body),
      brotliQuality: 1,
    });
  }
}

/** When there is time: what is compressed again takes ten milliseconds of a core. */
async function improve(response: FinishedResponse): Promise<void> {
  await untilIdle();
  await response.recompress(KEPT_QUALITY);
}

function failed(response: FinishedResponse): RenderedPage {
  return { response, outcome: 'failed' };
}
