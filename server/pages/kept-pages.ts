import type { FinishedResponse } from '../responses/prepared-response.ts';
import type { ContentKeys } from './affected-pages.ts';
import { createPageFile } from './page-file.ts';

export type KeptPage = {
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

export type KeptPages = ReturnType<typeof createKeptPages>;

/** Memory of a kept page beside its bodies: address, headers, keys and bookkeeping. */
const chargedBesideBodies = 2_048;
/** Room for some 20,000 pages of usual length. */
const maximumFileBytes = 128_000_000;

/**
 * Finished pages by their address. The least recently used go from memory into a file, whence a reader gets them back; what
 * is known of them stays in memory, so that a page in the file is as current as one in memory.
 *
 * @param options.maximumBytes upper bound of what all pages may take in memory
 * @param options.directory where the file is made when memory is full; undefined: pages that leave memory are dropped
 */
export function createKeptPages(options: { maximumBytes: number; directory?: string | undefined }) {
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
            if (!loaded.has(page)) remove(page);
          },
        });
  let bytes = 0;

  return {
    at: (address: string) => kept.get(address),
    all: () => kept.values(),
    isLoaded: (page: KeptPage) => loaded.has(page),
    keep(given: Pick<KeptPage, 'address' | 'response' | 'keys'>): void {
      const page = newPage(given, kept.get(given.address));
      remove(kept.get(page.address));
      kept.set(page.address, page);
      page.response.onHeld = () => countLoaded(page);
      countLoaded(page);
    },
    remove,
    /** Number of pages, in memory and in all. */
    counts: () => ({ inMemory: loaded.size, kept: kept.size }),
    close: () => void file?.close(),
  };

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
      remove(oldest);
    }
  }

  /** Its body goes into the file, if it is not there from before. */
  function unload(page: KeptPage): void {
    const body = page.response.packedBody();
    if (file === undefined || body === undefined) return remove(page);
    charge(page, chargedBesideBodies);
    const release = () => page.response.unload(() => file.read(page));
    if (file.has(page)) return release();
    void file.write(page, body).then((isWritten) => {
      if (kept.get(page.address) !== page) file.delete(page);
      else if (loaded.has(page)) return;
      else if (isWritten) release();
      else remove(page);
    });
  }

  function charge(page: KeptPage, to: number): void {
    bytes += to - page.charged;
    page.charged = to;
  }

  function remove(page: KeptPage | undefined): void {
    if (page === undefined || kept.get(page.address) !== page) return;
    kept.delete(page.address);
    loaded.delete(page);
    file?.delete(page);
    charge(page, 0);
  }
}

/** @param before the page that was kept at the same address */
function newPage(
  given: Pick<KeptPage, 'address' | 'response' | 'keys'>,
  before: KeptPage | undefined,
): KeptPage {
  const requests = before?.requests ?? { second: 0, count: 0, before: 0 };
  return { ...given, requests, charged: 0, isFresh: true, wasUsed: false, staleUntil: -Infinity };
}
