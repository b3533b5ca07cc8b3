import type { FinishedResponse } from './finished-response.ts';
import type { FreshnessWatch } from './freshness-watch.ts';

/** A page as rendered now, and whether it may be shown again to others. */
export interface RenderedPage {
  readonly response: FinishedResponse;
  readonly isKept: boolean;
}

export interface PageCache {
  /** The kept page when it is known to be true now; the fast way, without a promise. */
  current(address: string): FinishedResponse | undefined;
  /**
   * The page, from memory or rendered. However many ask for one address at once, it is rendered once. While the
   * database cannot be asked, the last good copy is shown; a page dropped before that is gone and is rendered (and
   * fails) like one never seen. Rejects when `render` does.
   */
  page(address: string, render: () => Promise<RenderedPage>): Promise<FinishedResponse>;
  /** Forgets every page. */
  clear(): void;
}

/**
 * Finished pages in memory, least recently used out.
 *
 * @param options.maximumBytes upper bound of what all kept pages may take, all their encodings counted
 */
export function createPageCache(options: { watch: FreshnessWatch; maximumBytes: number }): PageCache {
  const { watch } = options;
  const kept = new Map<string, FinishedResponse>();
  const rendering = new Map<
    string,
    { epoch: number; isConfirmed: boolean; page: Promise<FinishedResponse> }
  >();
  let bytes = 0;

  return {
    current: (address) => (watch.isCurrent() ? find(address) : undefined),
    async page(address, render) {
      const isConfirmed = await watch.confirm();
      return find(address) ?? renderOnce(address, isConfirmed, render);
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };

  function find(address: string): FinishedResponse | undefined {
    const page = kept.get(address);
    if (page !== undefined) {
      kept.delete(address);
      kept.set(address, page);
    }
    return page;
  }

  function renderOnce(
    address: string,
    isConfirmed: boolean,
    render: () => Promise<RenderedPage>,
  ): Promise<FinishedResponse> {
    const epoch = watch.epoch();
    const running = rendering.get(address);
    if (running?.epoch === epoch && running.isConfirmed === isConfirmed) return running.page;

    const page = render().then((rendered) => {
      // Begun before a change, finished after it: true enough for who asked before, never for the next.
      const isStillTrue = isConfirmed && watch.epoch() === epoch;
      if (rendered.isKept && isStillTrue) keep(address, rendered.response);
      return rendered.response;
    });
    const entry = { epoch, isConfirmed, page };
    rendering.set(address, entry);
    const forget = () => {
      if (rendering.get(address) === entry) rendering.delete(address);
    };
    page.then(forget, forget);
    return page;
  }

  function keep(address: string, page: FinishedResponse): void {
    bytes += page.maximumBytes - (kept.get(address)?.maximumBytes ?? 0);
    kept.delete(address);
    kept.set(address, page);
    for (const [oldest, { maximumBytes }] of kept) {
      if (bytes <= options.maximumBytes) break;
      kept.delete(oldest);
      bytes -= maximumBytes;
    }
  }
}
