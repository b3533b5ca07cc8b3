import type { FinishedResponse } from '../responses/prepared-response.ts';
import { within } from '#db/within.ts';
import { isAffected, isWithdrawal, mergeKeys, type ContentKeys } from './affected-pages.ts';
import type { ContentChange, ContentVersionWatcher } from './content-version-watcher.ts';
import { createKeptPages, type KeptPage, type KeptPages } from './kept-pages.ts';

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

/** A render under way: however many ask for its page, there is one. */
type Render = {
  readonly isConfirmed: boolean;
  /** Keys of the changes since it began. */
  changed: ContentKeys;
  readonly page: Promise<FinishedResponse>;
};

/** Milliseconds of rendering, after which it is asked whether the database is still there. */
const checkDatabaseAfter = 150;
/** Requests within two seconds that make a page popular. */
const popular = 6;

/**
 * Finished pages, compressed. After an edit a page stays: no longer current, but as the last good copy, until it is rendered
 * again, withdrawn, or has to make room. A copy is shown only while the database cannot be asked.
 */
export function createPageCache({
  watch,
  ...room
}: { watch: Pick<ContentVersionWatcher, 'isCurrent' | 'confirm'> } & Parameters<typeof createKeptPages>[0]) {
  const pages = createKeptPages(room);
  const renders = createRenders(pages);
  /** Requests by their answer: the current page in memory, the last good copy of one that is not, or a render. */
  const answers = { hits: 0, copies: 0, renders: 0 };

  return {
    /** The kept page when it is known to be current; the fast path, without a promise. */
    current(address: string): FinishedResponse | undefined {
      const page = watch.isCurrent() ? pages.at(address) : undefined;
      return page?.isFresh && pages.isLoaded(page) ? used(page).response : undefined;
    },
    /**
     * The page, from memory or rendered. However many ask for one address at once, it is rendered once. A popular page that
     * was current within the last second is shown while it is rendered again. While the database cannot be asked, the last
     * good copy is shown, if there is one. Rejects when `render` does.
     */
    async page(address: string, render: () => Promise<RenderedPage>): Promise<FinishedResponse> {
      const isConfirmed = await watch.confirm();
      const known = pages.at(address);
      if (known && mayBeShown(known, isConfirmed)) {
        if (await isReadBack(used(known))) return known.response;
        pages.remove(known);
      }
      answers.renders += 1;
      return untilLost(address, renders.once(address, isConfirmed, render));
    },
    /** Renders a page again that a change made out of date. Never rejects. */
    async renew(address: string, render: () => Promise<RenderedPage>): Promise<void> {
      if (!(await watch.confirm()) || pages.at(address)?.isFresh) return;
      // A reader who waits for the page gets the error.
      await renders.once(address, true, render).catch(() => {});
    },
    /** @returns the addresses of pages to render again: the most popular first, and after a withdrawal every list */
    apply(change: ContentChange): string[] {
      renders.note(change.keys);
      return outdate(pages, change);
    },
    /** The answers so far, and the pages that are kept now, in memory and in all. */
    state: () => ({ ...answers, ...pages.counts() }),
    stop: pages.close,
  };

  function used(page: KeptPage): KeptPage {
    answers[page.isFresh ? 'hits' : 'copies'] += 1;
    page.wasUsed = true;
    countRequest(page);
    return page;
  }

  /** A render that waits for a database which is lost meanwhile gives way to the last good copy. */
  async function untilLost(address: string, page: Promise<FinishedResponse>): Promise<FinishedResponse> {
    while (pages.at(address)) {
      const first = await within(checkDatabaseAfter, page);
      if (first !== undefined) return first;
      const copy = (await watch.confirm()) ? undefined : pages.at(address);
      if (copy !== undefined) return used(copy).response;
    }
    return page;
  }
}

function createRenders(pages: KeptPages) {
  const rendering = new Map<string, Render>();
  return {
    /** Something has changed. */
    note(keys: ContentKeys): void {
      for (const render of rendering.values()) render.changed = mergeKeys(render.changed, keys);
    },
    once(address: string, isConfirmed: boolean, render: () => Promise<RenderedPage>) {
      const running = rendering.get(address);
      if (running?.changed?.size === 0 && running.isConfirmed === isConfirmed) return running.page;
      const page = render().then((rendered) => settle(pages, address, rendered, started));
      const started: Render = { isConfirmed, changed: new Set(), page };
      rendering.set(address, started);
      const remove = () => {
        if (rendering.get(address) === started) rendering.delete(address);
      };
      page.then(remove, remove);
      return page;
    },
  };
}

/** Keeps a rendered page where that is right. @returns the response for those who wait for it */
async function settle(
  pages: KeptPages,
  address: string,
  rendered: RenderedPage,
  started: Render,
): Promise<FinishedResponse> {
  const { isConfirmed } = started;
  const { outcome, keys } = rendered;
  const before = pages.at(address);
  // An unchanged page keeps its date, and the compressed forms that were made of it.
  const isUnchanged = before?.response.digest === rendered.response.digest && pages.isLoaded(before);
  const { response } = isUnchanged ? before : rendered;
  if (outcome === 'kept') await response.pack();
  // Begun before a change, finished after it: good enough for who asked before, never for the next.
  const isCurrent = isConfirmed && !isAffected(keys, started.changed);
  if (outcome === 'kept' && isCurrent) pages.keep({ address, response, keys });
  // The site has another answer at this address now.
  if (outcome === 'shown' && isConfirmed) pages.remove(pages.at(address));
  return (outcome === 'unavailable' ? pages.at(address)?.response : undefined) ?? response;
}

/**
 * The pages that show what has changed are out of date. After an edit they stay as last good copies; where something was
 * hidden, deleted or moved, or what changed is not known, they are dropped.
 */
function outdate(pages: KeptPages, { keys, staleUntil }: ContentChange): string[] {
  const again: KeptPage[] = [];
  for (const page of pages.all()) {
    if (!isAffected(page.keys, keys)) continue;
    if (isPopular(page) || (keys?.has('withdrawn') && isList(page.keys))) again.push(page);
    if (isWithdrawal(keys)) {
      pages.remove(page);
    } else {
      page.staleUntil = page.isFresh ? staleUntil : Math.min(page.staleUntil, staleUntil);
      page.isFresh = false;
    }
  }
  return again.toSorted((one, other) => requestsOf(other) - requestsOf(one)).map(({ address }) => address);
}

/** True when the body is in memory. */
function isReadBack({ response }: KeptPage): Promise<boolean> {
  return Promise.resolve(response.variant('br')).then(
    () => true,
    () => false,
  );
}

/**
 * True for a current page; for the one before a change of the last second, when too many ask for it to let them wait; and for
 * any page while it is not known what is current.
 */
function mayBeShown(page: KeptPage, isConfirmed: boolean): boolean {
  return page.isFresh || !isConfirmed || (performance.now() <= page.staleUntil && isPopular(page));
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
