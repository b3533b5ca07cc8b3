import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  createPageStore,
  distrustStoredPages,
  pageStoreFolder,
  pageStoreRoot,
  removeUnusedPageStores,
  type PageStore,
  type StoredPage,
} from './page-store.ts';

let root: string;
let warnings: string[];
const stores: PageStore[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'anyforge-store-'));
  warnings = [];
});
afterEach(async () => {
  for (const store of stores.splice(0)) store.stop();
  await rm(root, { recursive: true, force: true });
});

function open(
  options: { key?: string; maximumBytes?: number; root?: string; otherRoots?: string[] } = {},
): PageStore {
  const warn = (message: string) => void warnings.push(message);
  const log = { warn, error: warn };
  const store = createPageStore({ root, key: 'release 1', maximumBytes: 1_000_000, log, ...options });
  stores.push(store);
  return store;
}

function page(address: string, text = `The page at ${address}`): StoredPage {
  return {
    address,
    headers: ['Content-Type', 'text/html'],
    body: Buffer.from(text),
    modifiedAt: 1_700_000_000_000,
  };
}

async function filled(...pages: StoredPage[]): Promise<PageStore> {
  const store = open();
  await store.load();
  for (const one of pages) store.put(one);
  await store.settled();
  await store.confirm([], '1');
  return store;
}

const addresses = async (store = open()) =>
  (await store.load()).pages.map(({ address }) => address).toSorted();

/** The folder of the pages. */
async function folder(): Promise<string> {
  const [name = ''] = await readdir(root);
  return join(root, name);
}

test('a store that is opened again has every page as it was, and the state it was compared with', async () => {
  await filled(page('/'), page('/blog/one'));
  const { pages, removals } = await open().load();
  expect(warnings).toEqual([]);
  expect(removals).toBe('1');
  expect(pages.toSorted((one, other) => one.address.localeCompare(other.address))).toEqual([
    page('/'),
    page('/blog/one'),
  ]);
});

test('a withdrawn page is gone when confirm resolves, also one that waits to be written', async () => {
  const store = await filled(page('/blog/one'), page('/blog/two'));
  store.put(page('/blog/three'));
  await store.confirm(['/blog/one', '/blog/three'], '1');
  expect(await addresses()).toEqual(['/blog/two']);
});

test('a page that is put again after its withdrawal is there', async () => {
  const store = await filled(page('/blog/one'));
  const confirmed = store.confirm(['/blog/one'], '1');
  store.put(page('/blog/one', 'Public again'));
  await confirmed;
  await store.settled();
  expect((await open().load()).pages.map(({ body }) => body.toString())).toEqual(['Public again']);
});

test('a comparison does not wait for pages that are to be written, and leaves no older copy of them', async () => {
  const store = await filled(page('/blog/0', 'With a name that was withdrawn'));
  for (let n = 499; n >= 0; n -= 1) store.put(page(`/blog/${n}`, 'Without'));
  await store.confirm([], '2');
  const files = (await readdir(await folder())).filter((name) => name.endsWith('.page'));
  expect(files.length).toBeLessThan(100);
  for (const name of files) {
    const text = await readFile(join(await folder(), name), 'utf8').catch(() => '');
    expect(text).not.toContain('With a name that was withdrawn');
  }
  await store.settled();
  expect(await addresses()).toHaveLength(500);
});

test('a page that is put and removed again and again is one thing to do', async () => {
  const store = await filled(page('/blog/one'));
  for (let n = 0; n < 500; n += 1) {
    store.put(page('/blog/one', `Version ${n}`));
    store.remove('/blog/one');
    store.put(page(`/blog/two`));
    store.remove(`/blog/two`);
  }
  await store.confirm([], '1');
  await store.settled();
  expect(await addresses()).toEqual([]);
});

test('a page that is removed while a comparison runs is gone', async () => {
  const store = await filled();
  const others = Array.from({ length: 20 }, (_, n) => `/blog/other-${n}`);
  for (let turns = 0; turns < 60; turns += 2) {
    store.put(page('/blog/one'));
    for (const address of others) store.put(page(address, `Version ${turns}`));
    await store.settled();
    for (const address of others) store.put(page(address, `Version ${turns + 1}`));
    const confirmed = store.confirm([], '1');
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    store.remove('/blog/one');
    await confirmed;
    await store.settled();
    const files = (await readdir(await folder())).filter((name) => name.endsWith('.page'));
    expect([turns, files.length]).toEqual([turns, others.length]);
  }
});

test('a store that is not trusted gives nothing, and what it had is never trusted later', async () => {
  const store = await filled(page('/blog/one'));
  await store.distrust();
  const next = open();
  expect(await next.load()).toEqual({ pages: [], removals: undefined });
  await next.confirm([], '1');
  expect(await addresses()).toEqual([]);
});

test('pages that were never compared with the database are not given', async () => {
  const store = open();
  await store.load();
  store.put(page('/blog/one'));
  await store.settled();
  expect(await addresses()).toEqual([]);
});

test('a store that is trusted again after an outage has its pages', async () => {
  const store = await filled(page('/blog/one'), page('/blog/two'));
  await store.distrust();
  await store.confirm(['/blog/two'], '1');
  expect(await addresses()).toEqual(['/blog/one']);
});

test('a file that was damaged in any byte, cut off or renamed is not given', async () => {
  await filled(page('/blog/one'));
  const file = join(
    await folder(),
    (await readdir(await folder())).find((name) => name.endsWith('.page')) ?? '',
  );
  const whole = await readFile(file);
  for (let at = 0; at < whole.byteLength; at += 7) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(file, damaged);
    expect([at, await addresses()]).toEqual([at, []]);
  }
  for (const length of [0, 1, 100, whole.byteLength - 1]) {
    await writeFile(file, whole.subarray(0, length));
    expect([length, await addresses()]).toEqual([length, []]);
  }
  await writeFile(join(await folder(), `${'0'.repeat(32)}.page`), whole);
  expect(await addresses()).toEqual([]);
  await writeFile(file, whole);
  expect(await addresses()).toEqual(['/blog/one']);
});

test('pages of another release or another site are removed', async () => {
  await filled(page('/'));
  expect(await addresses(open({ key: 'release 2' }))).toEqual([]);
  expect(await addresses()).toEqual([]);
});

test('an unknown file in the folder is removed by the next confirm', async () => {
  const store = await filled(page('/'));
  const other = open();
  await other.load();
  other.put(page('/blog/withdrawn'));
  await other.settled();
  await store.confirm([], '1');
  expect(await addresses()).toEqual(['/']);
});

test('after an absence of more than an hour nothing is given', async () => {
  await filled(page('/'));
  const long = new Date(Date.now() - 3_700_000);
  await utimes(join(await folder(), 'confirmed'), long, long);
  expect(await addresses()).toEqual([]);
});

test('no more bytes are read than there may be', async () => {
  await filled(...Array.from({ length: 10 }, (_, n) => page(`/blog/${n}`, 'x'.repeat(1000))));
  expect(await addresses(open({ maximumBytes: 5_000 }))).toHaveLength(4);
  expect((await readdir(await folder())).length).toBe(5);
});

test('a folder that cannot be made is said once, and costs nothing else', async () => {
  await writeFile(join(root, 'file'), '');
  const store = open({ root: join(root, 'file', 'pages') });
  expect(await store.load()).toEqual({ pages: [], removals: undefined });
  store.put(page('/'));
  await store.confirm(['/'], '1');
  await store.distrust();
  expect(warnings).toEqual(['Copies of pages cannot be kept in DATA_DIR']);
});

test('a page that cannot be replaced leaves no older copy behind', async () => {
  const store = await filled(page('/blog/one', 'With a name that was withdrawn'));
  const file = join(
    await folder(),
    (await readdir(await folder())).find((name) => name.endsWith('.page')) ?? '',
  );
  // A folder in its place cannot be replaced by a file.
  await rm(file);
  await mkdir(join(file, 'inside'), { recursive: true });
  store.put(page('/blog/one', 'Without'));
  await store.settled();
  expect(warnings).toHaveLength(1);
});

test('after another process distrusts the copies none is shown, until the next comparison', async () => {
  const store = await filled(page('/'));
  await distrustStoredPages(root);
  expect(await readdir(await folder())).not.toContain('confirmed');
  await store.confirm([], '2');
  expect(await open().load()).toMatchObject({ removals: '2', pages: [{ address: '/' }] });
});

test('the copies of processes that there are no more are removed', async () => {
  for (const place of [0, 1, 2]) await mkdir(pageStoreRoot({ dataDir: root }, place), { recursive: true });
  await removeUnusedPageStores({ dataDir: root }, 2);
  expect((await readdir(pageStoreFolder({ dataDir: root }))).toSorted()).toEqual(['0', '1']);
});

test('a store also reads what other processes keep, if it was compared with the same state', async () => {
  const roots = ['0', '1', '2'].map((place) => join(root, place));
  const [own = '', same = '', older = ''] = roots;
  for (const [at, address, state] of [
    [own, '/', '2'],
    [same, '/blog/one', '2'],
    [older, '/blog/two', '1'],
  ] as const) {
    const store = open({ root: at });
    await store.load();
    store.put(page(address));
    await store.settled();
    await store.confirm([], state);
  }
  const otherRoots = [same, older];
  expect(await addresses(open({ root: own, otherRoots }))).toEqual(['/', '/blog/one']);
  expect(await addresses(open({ root: join(root, '3'), otherRoots }))).toEqual(['/blog/one']);
  expect(await addresses(open({ root: older }))).toEqual(['/blog/two']);
});
