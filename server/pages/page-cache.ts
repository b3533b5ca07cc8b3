import type { FinishedResponse } from '../responses/prepared-response.ts';
import { within } from '#db/within.ts';
import { isAffected, isWithdrawal, mergeKeys, type ContentKeys } from './affected-pages.ts';
import type { ContentChange, ContentVersionWatcher } from './content-version-watcher.ts';
import { createPageFile } from './page-file.ts';

export type RenderedPage = {
  readonly response: FinishedResponse;
  /**
   * `kept`: may be shown again to others. `shown`: the answer of the site, for this once. `unavailable`: the database
   * could not be asked. `failed`: anything else that went wrong, and a lack of room.
   */
  readonly outcome: 'kept' | 'shown' | 'unavailable' | 'failed';
  /**
   * The keys of its content; undefined when that is not known: then every change of the content makes it out of date.
   */
  readonly keys?: ContentKeys;
};

type KeptPage = {
  readonly address: string;
  readonly response: FinishedResponse;
  readonly keys: ContentKeys;
  /** The bytes of memory that it counts for. */
  charged: number;
  isFresh: boolean;
  /** True if it was asked for since it could last have left memory: then it stays once more. */
  wasUsed: boolean;
  /** When it is out of date: until when it may be shown while it is rendered again. */
  staleUntil: number;
  /** Requests in the present second and in the one before. */
  requests: { second: number; count: number; before: number };
};

/** Milliseconds of rendering, after which it is asked whether the database is still there. */
const checkDatabaseAfter = 150;
/** Requests within two seconds that make a page popular. */
const popular = 6;
/** Memory of a kept page beside its bodies: address, headers, keys and bookkeeping. */
const chargedBesideBodies = 2_048;
/** Room for some 20,000 pages of usual length. */
const maximumFileBytes = 128_000_000;

/**
 * Finished pages, compressed. The least recently used go from memory into a file, whence a reader gets them back; what is
 * known of them stays in memory, so that a page in the file is as current as one in memory. After an edit a page stays: no longer current, but as the last good
 * copy, until it is rendered again, withdrawn, or has to make room. A copy is shown only while the database cannot be asked.
 *
 * @param options.maximumBytes upper bound of what all kept pages may take in memory
 * @param options.directory where the file is made when memory is full; undefined: pages that leave memory are dropped
 */
export function createPageCache(options: {
  watch: Pick<ContentVersionWatcher, 'isCurrent' | 'confirm'>;
  maximumBytes: number;
  directory?: string | undefined;
}) {
  const { watch } = options;
  const kept = new Map<string, KeptPage>();
  /** Those whose bodies are in memory, the first ones to leave it first. */
  const loaded = new Set<KeptPage>();
  const file =
    options.directory === undefined
      ? undefined
      : createPageFile<KeptPage>({
          directory: options.directory,
          maximumBytes: maximumFileBytes,
          onLost: (page) => {
            if (!loaded.has(page)) removePage(page);
          },
        });
  /** Renders under way, with what has changed since they began. */
  const rendering = new Map<string, Render>();
  let bytes = 0;
  /** Requests by their answer: the current page in memory, the last good copy of one that is not, or a render. */
  const answers = { hits: 0, copies: 0, renders: 0 };

  return {
    /** The kept page when it is known to be current; the fast path, without a promise. */
    current(address: string): FinishedResponse | undefined {
      const page = watch.isCurrent() ? kept.get(address) : undefined;
      return page?.isFresh && loaded.has(page) ? used(page, 'hits') : undefined;
    },
    /**
     * The page, from memory or rendered. However many ask for one address at once, it is rendered once. A popular page that
     * was current within the last second is shown while it is rendered again. While the database cannot be asked, the last
     * good copy is shown, if there is one. Rejects when `render` does.
     */
    async page(address: string, render: () => Promise<RenderedPage>): Promise<FinishedResponse> {
      const isConfirmed = await watch.confirm();
      const known = isConfirmed ? (fresh(address) ?? recent(address)) : lastGood(address);
      if (known !== undefined && (await isReadBack(known))) return known;
      answers.renders += 1;
      return untilLost(address, renderOnce(address, isConfirmed, render));
    },
    /** Renders a page again that a change made out of date. Never rejects. */
    async renew(address: string, render: () => Promise<RenderedPage>): Promise<void> {
      if (!(await watch.confirm()) || kept.get(address)?.isFresh) return;
      // A reader who waits for the page gets the error.
      await renderOnce(address, true, render).catch(() => {});
    },
    apply,
    /** The answers so far, and the pages that are kept now, in memory and in all. */
    state: () => ({ ...answers, inMemory: loaded.size, kept: kept.size }),
    stop: () => void file?.close(),
  };

  function fresh(address: string): FinishedResponse | undefined {
    const page = kept.get(address);
    return page?.isFresh ? used(page, 'hits') : undefined;
  }

  /** The page before a change of the last second, when too many ask for it to let them wait. */
  function recent(address: string): FinishedResponse | undefined {
    const page = kept.get(address);
    if (page === undefined || performance.now() > page.staleUntil || !isPopular(page)) return undefined;
    return used(page, 'copies');
  }

  function lastGood(address: string): FinishedResponse | undefined {
    const page = kept.get(address);
    return page && used(page, page.isFresh ? 'hits' : 'copies');
  }

  /** A render that waits for a database which is lost meanwhile gives way to the last good copy. */
  async function untilLost(address: string, page: Promise<FinishedResponse>): Promise<FinishedResponse> {
    while (kept.has(address)) {
      const first = await within(checkDatabaseAfter, page);
      if (first !== undefined) return first;
      const copy = (await watch.confirm()) ? undefined : lastGood(address);
      if (copy !== undefined) return copy;
    }
    return page;
  }

  function used(page: KeptPage, as: 'hits' | 'copies'): FinishedResponse {
    answers[as] += 1;
    page.wasUsed = true;
    countRequest(page);
    return page.response;
  }

  /**
   * The pages that show what has changed are out of date. After an edit they stay as last good copies; where something was
   * hidden, deleted or moved, or what changed is not known, they are dropped.
   * @returns the addresses of those to render again: the most popular first, and after a withdrawal every list
   */
  function apply({ keys, staleUntil }: ContentChange): string[] {
    for (const render of rendering.values()) outdate(render, keys);
    const again: KeptPage[] = [];
    for (const page of kept.values()) {
      if (!isAffected(page.keys, keys)) continue;
      if (isPopular(page) || (keys?.has('withdrawn') && isList(page.keys))) again.push(page);
      if (isWithdrawal(keys)) {
        removePage(page);
      } else {
        page.staleUntil = page.isFresh ? staleUntil : Math.min(page.staleUntil, staleUntil);
        page.isFresh = false;
      }
    }
    return again.toSorted((one, other) => requestsOf(other) - requestsOf(one)).map(({ address }) => address);
  }

  function renderOnce(
    address: string,
    isConfirmed: boolean,
    render: () => Promise<RenderedPage>,
  ): Promise<FinishedResponse> {
    const running = rendering.get(address);
    if (running?.isOutdated === false && running.isConfirmed === isConfirmed) return running.page;

    const page = render().then(async (rendered) => {
      const { outcome, keys } = rendered;
      const before = kept.get(address);
      // An unchanged page keeps its date, and the compressed forms that were made of it.
      const isUnchanged = before?.response.digest === rendered.response.digest && loaded.has(before);
      const { response } = isUnchanged ? before : rendered;
      if (outcome === 'kept') await response.pack();
      // Begun before a change, finished after it: good enough for who asked before, never for the next.
      const isCurrent = isConfirmed && !(started.isOutdated && isAffected(keys, started.changed));
      if (outcome === 'kept' && isCurrent) keep({ address, response, keys });
      // The site has another answer at this address now.
      if (outcome === 'shown' && isConfirmed) removePage(kept.get(address));
      return (outcome === 'unavailable' ? lastGood(address) : undefined) ?? response;
    });
    const started: Render = { isConfirmed, isOutdated: false, changed: new Set(), page };
    rendering.set(address, started);
    const remove = () => {
      if (rendering.get(address) === started) rendering.delete(address);
    };
    page.then(remove, remove);
    return page;
  }

  function keep({ address, response, keys }: Pick<KeptPage, 'address' | 'response' | 'keys'>): void {
    const before = kept.get(address);
    removePage(before);
    const requests = before?.requests ?? { second: 0, count: 0, before: 0 };
    const state = { charged: 0, isFresh: true, wasUsed: false, staleUntil: -Infinity };
    const page = { address, response, keys, requests, ...state };
    kept.set(address, page);
    response.onHeld = () => countLoaded(page);
    countLoaded(page);
  }

  function countLoaded(page: KeptPage): void {
    if (kept.get(page.address) !== page) return;
    loaded.add(page);
    charge(page, chargedBesideBodies + page.response.heldBytes());
    for (const oldest of loaded) {
      if (bytes <= options.maximumBytes) return;
      loaded.delete(oldest);
      if (oldest.wasUsed) loaded.add(oldest);
      else unload(oldest);
      oldest.wasUsed = false;
    }
    // The headers and keys of pages in the file take all the room.
    for (const oldest of kept.values()) {
      if (bytes <= options.maximumBytes) return;
      removePage(oldest);
    }
  }

  /** Its body goes into the file, if it is not there from before. */
  function unload(page: KeptPage): void {
    const body = page.response.packedBody();
    if (file === undefined || body === undefined) return removePage(page);
    charge(page, chargedBesideBodies);
    const release = () => page.response.unload(() => file.read(page));
    if (file.has(page)) return release();
    void file.write(page, body).then((isWritten) => {
      if (kept.get(page.address) !== page) file.delete(page);
      else if (loaded.has(page)) return;
      else if (isWritten) release();
      else removePage(page);
    });
  }

  /** True when the body is in memory; a page whose body cannot be read is dropped. */
  async function isReadBack(response: FinishedResponse): Promise<boolean> {
    try {
      await response.variant('br');
      return true;
    } catch {
      for (const page of kept.values()) if (page.response === response) removePage(page);
      return false;
    }
  }

  function charge(page: KeptPage, to: number): void {
    bytes += to - page.charged;
    page.charged = to;
  }

  function removePage(page: KeptPage | undefined): void {
    if (page === undefined || kept.get(page.address) !== page) return;
    kept.delete(page.address);
    loaded.delete(page);
    file?.delete(page);
    charge(page, 0);
  }
}

type Render = {
  readonly isConfirmed: boolean;
  /** True if anything has changed since it began, and what. */
  isOutdated: boolean;
  changed: ContentKeys;
  readonly page: Promise<FinishedResponse>;
};

function outdate(render: Render, changed: ContentKeys): void {
  render.isOutdated = true;
  render.changed = mergeKeys(render.changed, changed);
}

function countRequest({ requests }: KeptPage): void {
  const second = Math.floor(performance.now() / 1000);
  if (requests.second !== second) {
    requests.before = requests.second === second - 1 ? requests.count : 0;
    requests.second = second;
    requests.count = 0;
  }
  requests.count += 1;
}

/** In the present second and the one before. */
function requestsOf({ requests }: KeptPage): number {
  const age = Math.floor(performance.now() / 1000) - requests.second;
  if (age > 1) return 0;
  return age === 1 ? requests.count : requests.count + requests.before;
}

/** True if it shows posts that others stand beside: a single post has a key of its own. */
function isList(keys: ContentKeys): boolean {
  return keys !== undefined && (keys.has('list') || ![...keys].some((key) => key.startsWith('post:')));
}

function isPopular(page: KeptPage): boolean {
  return requestsOf(page) >= popular;
}
