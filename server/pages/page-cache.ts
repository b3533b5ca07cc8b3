import type { FinishedResponse } from '../http/prepared-response.ts';
import type { ContentVersionWatcher } from './content-version-watcher.ts';
import type { StoredPage } from './page-store.ts';
import type { PostsShown } from './posts-shown.ts';

/** A page as rendered now. */
export interface RenderedPage {
  readonly response: FinishedResponse;
  /**
   * `kept`: may be shown again to others. `shown`: the answer of the site, for this once. `unavailable`: the database
   * could not be asked. `failed`: anything else that went wrong, and a lack of room.
   */
  readonly outcome: 'kept' | 'shown' | 'unavailable' | 'failed';
  /** Undefined when what it shows cannot be told: then it is dropped with the next change. */
  readonly posts?: PostsShown | undefined;
  /** Only of a page that is kept: what outlives the process. */
  readonly stored?: StoredPage;
}

/** A page that was true when it was rendered. */
export interface PageCopy {
  readonly address: string;
  readonly response: FinishedResponse;
  readonly posts: PostsShown | undefined;
}

export interface PageCache {
  /** The kept page when it is known to be true now; the fast way, without a promise. */
  current(address: string): FinishedResponse | undefined;
  /**
   * The page, from memory or rendered. However many ask for one address at once, it is rendered once. While the
   * database cannot be asked, the last good copy is shown, if there is one. Rejects when `render` does.
   */
  page(address: string, render: () => Promise<RenderedPage>): Promise<FinishedResponse>;
  /** Takes a copy of an earlier life of the process. It is never shown as true now. */
  restore(copy: PageCopy): void;
  /** Every copy there is, those included that are true now. */
  copies(): readonly PageCopy[];
  /** Forgets the copies that `isWithdrawn` names. */
  drop(isWithdrawn: (copy: PageCopy, isFresh: boolean) => boolean): void;
}

/** No state of the content: what was rendered before this process watched it. */
const BEFORE = -1;
/** Milliseconds of rendering, after which it is asked whether the database is still there. */
const CHECK_DATABASE_AFTER = 150;

/**
 * Finished pages in memory, least recently used out. A page stays after the content has changed: no longer as true, but
 * as the last good copy, until it is rendered again, withdrawn, or has to make room.
 *
 * @param options.maximumBytes upper bound of what all kept pages may take, all their encodings counted
 * @param options.mayShowCopies whether nothing that was withdrawn is among the copies of earlier states
 * @param options.onKeep told of a page that is kept from now on
 * @param options.onRemove told of a page that is not kept any more, other than by `drop`
 */
export function createPageCache(options: {
  watch: ContentVersionWatcher;
  maximumBytes: number;
  mayShowCopies(): boolean;
  onKeep(address: string, rendered: RenderedPage): void;
  onRemove(address: string): void;
}): PageCache {
  const { watch } = options;
  const kept = new Map<string, PageCopy & { readonly epoch: number }>();
  const rendering = new Map<
    string,
    { epoch: number; isConfirmed: boolean; page: Promise<FinishedResponse> }
  >();
  let bytes = 0;

  return {
    current: (address) => (watch.isCurrent() ? fresh(address) : undefined),
    async page(address, render) {
      const isConfirmed = await watch.confirm();
      const known = isConfirmed ? fresh(address) : lastGood(address);
      return known ?? untilLost(address, renderOnce(address, isConfirmed, render));
    },
    restore: (copy) => {
      if (!kept.has(copy.address)) keep(copy, BEFORE);
    },
    copies: () => [...kept.values()],
    drop(isWithdrawn) {
      for (const copy of kept.values()) {
        if (isWithdrawn(copy, copy.epoch === watch.epoch())) removePage(copy.address);
      }
    },
  };

  function fresh(address: string): FinishedResponse | undefined {
    const page = kept.get(address);
    return page?.epoch === watch.epoch() ? used(page) : undefined;
  }

  function lastGood(address: string): FinishedResponse | undefined {
    const page = kept.get(address);
    if (page === undefined) return undefined;
    return page.epoch === watch.epoch() || options.mayShowCopies() ? used(page) : undefined;
  }

  /** A render that waits for a database which is lost meanwhile gives way to the last good copy. */
  async function untilLost(address: string, page: Promise<FinishedResponse>): Promise<FinishedResponse> {
    while (kept.has(address)) {
      const first = await within(CHECK_DATABASE_AFTER, page);
      if (first !== undefined) return first;
      const copy = (await watch.confirm()) ? undefined : lastGood(address);
      if (copy !== undefined) return copy;
    }
    return page;
  }

  function used(page: PageCopy & { readonly epoch: number }): FinishedResponse {
    kept.delete(page.address);
    kept.set(page.address, page);
    return page.response;
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
      const { response, outcome, posts } = rendered;
      // Begun before a change, finished after it: true enough for who asked before, never for the next.
      const isStillTrue = isConfirmed && watch.epoch() === epoch;
      if (outcome === 'kept' && isStillTrue) {
        keep({ address, response, posts }, epoch);
        options.onKeep(address, rendered);
      }
      // The site has another answer at this address now.
      if (outcome === 'shown' && isConfirmed && removePage(address)) options.onRemove(address);
      return (outcome === 'unavailable' ? lastGood(address) : undefined) ?? response;
    });
    const entry = { epoch, isConfirmed, page };
    rendering.set(address, entry);
    const remove = () => {
      if (rendering.get(address) === entry) rendering.delete(address);
    };
    page.then(remove, remove);
    return page;
  }

  function keep(copy: PageCopy, epoch: number): void {
    removePage(copy.address);
    kept.set(copy.address, { ...copy, epoch });
    bytes += copy.response.maximumBytes;
    for (const address of kept.keys()) {
      if (bytes <= options.maximumBytes) break;
      removePage(address);
      options.onRemove(address);
    }
  }

  function removePage(address: string): boolean {
    const page = kept.get(address);
    if (page === undefined) return false;
    kept.delete(address);
    bytes -= page.response.maximumBytes;
    return true;
  }
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> {
  let timeout: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timeout = setTimeout(resolve, milliseconds, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timeout);
  }
}
