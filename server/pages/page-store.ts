import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Logger } from '#adapters/log.ts';
import { errorCode } from '#db/database-error.ts';
import { makeFolder } from '#db/make-folder.ts';
import { replaceFile } from './replace-file.ts';

/** A public page as it was rendered, with what the headers of every answer do not say. */
export interface StoredPage {
  readonly address: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Milliseconds. */
  readonly modifiedAt: number;
}

/** A page without its address. */
export type CopiedPage = Omit<StoredPage, 'address'>;

/** What was found at the start. */
export interface StoredPages {
  readonly pages: readonly StoredPage[];
  /** The `removals` of the database that the pages were last compared with; undefined: there is nothing to show. */
  readonly removals: string | undefined;
}

/**
 * Copies of public pages on this machine's disk, for a start while the database is away. All work is done one after the
 * other. Of one page the latest wish counts, so what is removed stays removed and no more than every page once waits;
 * comparisons with the database go first, because a save waits for them.
 */
export interface PageStore {
  /** What is there, the longest unchanged first. Asked once, before anything else; never rejects. */
  load(): Promise<StoredPages>;
  /** Writes the page some time later, once for however many of one address wait. Never throws. */
  put(page: StoredPage): void;
  /** Removes the page some time later: there was no room for it. */
  remove(address: string): void;
  /**
   * The pages, those of `withdrawn` excepted, are true as of a moment after everything that is known to have changed.
   * Resolves when a crash of the process or of the machine cannot bring back what was withdrawn.
   */
  confirm(withdrawn: readonly string[], removals: string): Promise<void>;
  /** It is unknown which pages are still current: none is shown after a restart, until `confirm`. Resolves like it. */
  distrust(): Promise<void>;
  /** Resolves when everything that was asked for is done. */
  settled(): Promise<void>;
  /** Ends the timer; what was asked for is still done. */
  stop(): void;
}

/** Its presence says that every page beside it may be shown; its date, when this process was last alive. */
const STATE = 'confirmed';
const SAY_ALIVE_EVERY = 10_000;
/** Milliseconds. What another instance withdrew while this one did not run is unknown to it: see decision 0015. */
const LONGEST_ABSENCE = 3_600_000;
const PAGE = /^[0-9a-f]{32}\.page$/;

const pageLine = z.object({
  address: z.string(),
  headers: z.array(z.string()),
  modifiedAt: z.number(),
  digest: z.string(),
});
const stateLine = z.object({ removals: z.string() });

/** Where an installation keeps its copies: a folder for each process that answers requests. */
export function pageStoreFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'page-copies');
}

/** The root of the copies of one process. @param place of the process, from 0 */
export function pageStoreRoot(config: { dataDir: string }, place: number): string {
  return join(pageStoreFolder(config), String(place));
}

/** Removes what no process reads any more: there are fewer of them than before. Never rejects. */
export async function removeUnusedPageStores(config: { dataDir: string }, processes: number): Promise<void> {
  const folder = pageStoreFolder(config);
  const used = new Set(Array.from({ length: processes }, (_, place) => String(place)));
  for (const name of await namesIn(folder).catch(() => [])) {
    if (!used.has(name)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
  }
}

interface WrittenPage {
  /** Of its file. */
  readonly name: string;
  /** Undefined: something is there that must not be relied on. */
  readonly digest: string | undefined;
}

export interface PageStoreOptions {
  readonly root: string;
  readonly key: string;
  readonly otherRoots?: readonly string[] | undefined;
  readonly maximumBytes: number;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/** Has none of the copies in a root shown after a restart. Resolves when a crash of the machine cannot change that. */
export async function distrustStoredPages(root: string): Promise<void> {
  for (const name of await namesIn(root)) {
    await rm(join(root, name, STATE), { force: true });
    await syncFolder(join(root, name));
  }
}

/**
 * @param options.root holds one folder; those of earlier keys are removed
 * @param options.otherRoots of other processes of the site, whose copies are read at the start
 * @param options.key names what the pages depend on beside the content: the release, the address of the site
 * @param options.maximumBytes of files; what is above is not read
 */
export function createPageStore(options: PageStoreOptions): PageStore {
  const { root, log } = options;
  const folder = folderOf(options);
  /** The pages that have a file. */
  const written = new Map<string, WrittenPage>();
  /** What is to be written, or null for what is to be removed. */
  const waiting = new Map<string, StoredPage | null>();
  let working: Promise<void> | undefined;
  let removals: string | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let hasFailed = false;
  let isLoaded = false;
  let hasFolder = false;
  /** Whether a power cut could still bring back what was replaced or removed. */
  let isUnsynced = false;
  const aliveTimer = setInterval(() => void inTurn(sayAlive).catch(warnOnce), SAY_ALIVE_EVERY);
  aliveTimer.unref();

  return {
    load: () =>
      inTurn(load).catch((error: unknown) => {
        warnOnce(error);
        return { pages: [], removals: undefined };
      }),
    put(page) {
      waiting.set(page.address, page);
      void workOff();
    },
    remove(address) {
      if (written.has(address)) waiting.set(address, null);
      else waiting.delete(address);
      void workOff();
    },
    confirm(withdrawn, state) {
      for (const address of withdrawn) waiting.delete(address);
      return inTurn(() => confirm(withdrawn, state)).catch(complain);
    },
    distrust: () => inTurn(distrust).catch(complain),
    async settled() {
      await workOff();
      await inTurn(async () => {});
    },
    stop: () => clearInterval(aliveTimer),
  };

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  function workOff(): Promise<void> {
    working ??= workOffWaiting().finally(() => (working = undefined));
    return working;
  }

  async function workOffWaiting(): Promise<void> {
    while (waiting.size > 0) await inTurn(workOnNext).catch(warnOnce);
  }

  async function workOnNext(): Promise<void> {
    const [next] = waiting;
    if (next === undefined) return;
    const [address, page] = next;
    waiting.delete(address);
    await (page === null ? unlink(address) : write(page));
  }

  async function load(): Promise<StoredPages> {
    for (const name of await namesIn(root)) {
      if (join(root, name) !== folder) await rm(join(root, name), { recursive: true, force: true });
    }
    const found = await readFolder(folder, options.maximumBytes);
    removals = found.removals;
    const pages = removals === undefined ? [] : found.pages;
    const known = new Set(pages.map(({ address }) => nameOf(address)));
    for (const name of await namesIn(folder)) {
      if (!known.has(name) && (name !== STATE || removals === undefined))
        await rm(join(folder, name), { recursive: true, force: true });
    }
    for (const page of pages) {
      written.set(page.address, { name: nameOf(page.address), digest: contentDigest(page) });
    }
    isLoaded = true;
    return withPagesOfOthers({ pages, removals });
  }

  /** Copies that other processes keep, where they were compared with the same state of the database. */
  async function withPagesOfOthers(own: StoredPages): Promise<StoredPages> {
    let { pages, removals: state } = own;
    for (const otherRoot of options.otherRoots ?? []) {
      const other = await readFolder(folderOf({ ...options, root: otherRoot }), options.maximumBytes);
      state ??= other.removals;
      if (state === undefined || other.removals !== state) continue;
      const known = new Set(pages.map(({ address }) => address));
      pages = [...other.pages.filter(({ address }) => !known.has(address)), ...pages];
    }
    return { pages, removals: state };
  }

  async function write(page: StoredPage): Promise<void> {
    await prepare();
    const { address, headers, body, modifiedAt } = page;
    const digest = contentDigest(page);
    const before = written.get(address);
    if (before?.digest === digest) return;
    const name = before?.name ?? nameOf(address);
    const line = JSON.stringify({ address, headers, modifiedAt, digest: wholeDigest(page) });
    isUnsynced = true;
    // Until the file is whole it has no digest, and may be there.
    written.set(address, { name, digest: undefined });
    try {
      // The bytes are not synced: a file that a power cut left half written is recognized by its digest.
      await replaceFile(join(folder, name), Buffer.concat([Buffer.from(`${line}\n`), body]));
    } catch (error) {
      // The older copy may show what the new one does not.
      await unlink(address);
      throw error;
    }
    written.set(address, { name, digest });
  }

  async function unlink(address: string): Promise<void> {
    const page = written.get(address);
    if (page === undefined) return;
    isUnsynced = true;
    await rm(join(folder, page.name), { force: true });
    written.delete(address);
  }

  async function confirm(withdrawn: readonly string[], state: string): Promise<void> {
    const isThere = await prepare().then(
      () => true,
      (error: unknown) => warnOnce(error),
    );
    // Where nothing can be written, nothing is.
    if (!isThere) return;
    // The file of a page that waits is older than what was compared.
    await Promise.all([...withdrawn, ...waiting.keys()].map(unlink));
    for (const [address, page] of waiting)
      if (page === null && !written.has(address)) waiting.delete(address);
    // A page that another process put here was not compared with anything by this one.
    const own = new Set([...written.values()].map(({ name }) => name));
    for (const name of await readdir(folder)) {
      if (name === STATE || own.has(name)) continue;
      await rm(join(folder, name), { force: true });
      isUnsynced = true;
    }
    // First what must be gone is gone for good, then the state may say so.
    if (isUnsynced) await syncFolder(folder);
    isUnsynced = false;
    if (removals === state) return;
    await replaceFile(join(folder, STATE), Buffer.from(JSON.stringify({ removals: state })));
    removals = state;
  }

  async function distrust(): Promise<void> {
    if (removals === undefined && isLoaded) return;
    await rm(join(folder, STATE), { force: true });
    removals = undefined;
    await syncFolder(folder);
  }

  async function prepare(): Promise<void> {
    if (!hasFolder) await makeFolder(folder);
    hasFolder = true;
  }

  async function sayAlive(): Promise<void> {
    const now = new Date();
    if (removals === undefined) return;
    try {
      await utimes(join(folder, STATE), now, now);
    } catch (error) {
      // `distrustStoredPages`: the next comparison writes it again.
      if (errorCode(error) !== 'ENOENT') throw error;
      removals = undefined;
    }
  }

  function warnOnce(error: unknown): false {
    if (!hasFailed) log.warn('Copies of pages cannot be kept in DATA_DIR', { error });
    hasFailed = true;
    return false;
  }

  function complain(error: unknown): void {
    log.error('What was withdrawn could not be removed from the copies of pages in DATA_DIR', { error });
  }
}

function folderOf({ root, key }: PageStoreOptions): string {
  return join(root, digestOf([key]).slice(0, 32));
}

function nameOf(address: string): string {
  return `${digestOf([address]).slice(0, 32)}.page`;
}

/** Whole pages in files of their names, the longest unchanged first, and what they were last compared with. */
async function readFolder(folder: string, maximumBytes: number): Promise<StoredPages> {
  const removals = await readState(join(folder, STATE));
  const found: { page: StoredPage; changedAt: number }[] = [];
  let bytes = 0;
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const about = PAGE.test(name) ? await stat(file).catch(() => undefined) : undefined;
    if (about === undefined) continue;
    bytes += about.size;
    const page = bytes <= maximumBytes ? await readPage(file) : undefined;
    if (page !== undefined && nameOf(page.address) === name) found.push({ page, changedAt: about.mtimeMs });
  }
  const pages = found.toSorted((one, other) => one.changedAt - other.changedAt).map(({ page }) => page);
  return { pages, removals };
}

async function readState(file: string): Promise<string | undefined> {
  const about = await stat(file).catch(() => undefined);
  if (about === undefined || Math.abs(Date.now() - about.mtimeMs) > LONGEST_ABSENCE) return undefined;
  return stateLine.safeParse(parsed(await readFile(file, 'utf8'))).data?.removals;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}

async function readPage(file: string): Promise<StoredPage | undefined> {
  const bytes = await readFile(file).catch(() => undefined);
  const end = bytes?.indexOf(0x0a) ?? -1;
  if (bytes === undefined || end === -1) return undefined;
  const line = pageLine.safeParse(parsed(bytes.toString('utf8', 0, end))).data;
  if (line === undefined) return undefined;
  const { address, headers, modifiedAt, digest } = line;
  const page = { address, headers, modifiedAt, body: bytes.subarray(end + 1) };
  return wholeDigest(page) === digest ? page : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says whether a page has to be written again: a page that is rendered anew is often the same. */
function contentDigest({ address, headers, body }: StoredPage): string {
  return digestOf([address, JSON.stringify(headers), body]);
}

function wholeDigest(page: StoredPage): string {
  return digestOf([contentDigest(page), String(page.modifiedAt)]);
}

function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = Buffer.from(part);
    hash.update(`${bytes.byteLength} `).update(bytes);
  }
  return hash.digest('hex');
}
