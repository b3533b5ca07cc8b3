import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test, type TestContext } from 'vitest';

import type { AppOptions } from '../http/app.ts';
import type { Render } from '../responses/framework.ts';
import { createFinishedResponse } from '../responses/prepared-response.ts';
import type { ContentVersion } from './content-version-watcher.ts';
import { createSignal, startSite } from '#tests/site-under-test.ts';

/** A site whose pages say how often they were rendered and what `content` was at the time. */
async function start(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  options: Partial<AppOptions> = {},
) {
  const state = {
    content: 'first',
    contentVersion: { version: '1', millisecondsUntilDue: null } as ContentVersion,
    database: 'up' as 'up' | 'down' | 'hanging',
    renders: [] as string[],
    /** How often the database was asked whether content has changed. */
    questions: 0,
    hold: undefined as Promise<void> | undefined,
    respond: (html: string) =>
      new Response(html, { headers: { 'Content-Type': 'text/html', ...publicPage } }),
  };
  const render: Render = async (request) => {
    state.renders.push(new URL(request.url).pathname + new URL(request.url).search);
    const { content } = state;
    await state.hold;
    if (state.database !== 'up') return new Response('Down', { status: 503 });
    return state.respond(`<p>${content}</p>${'<p>Some more words.</p>'.repeat(50)}`);
  };
  const contentVersion = () => {
    state.questions += 1;
    if (state.database === 'hanging') return new Promise<never>(() => {});
    return state.database === 'up'
      ? Promise.resolve(state.contentVersion)
      : Promise.reject(new Error('refused'));
  };
  const site = await startSite({ render, contentVersion, ...options });
  onTestFinished(() => site.close());
  /** A write by this process; `keys` name what it changed. */
  const change = (content: string, keys?: string[]) => {
    state.content = content;
    const version = `${Number(state.contentVersion.version) + 1}`;
    state.contentVersion = { version, changes: keys, millisecondsUntilDue: null };
    site.app.contentChanged(keys && new Set(keys));
  };
  return { site, state, change };
}

const publicPage = { 'Cache-Control': 'public, max-age=0, must-revalidate' };
const anOldConfirmation = 1050;
/** Longer than a kept page may wait for a database that says nothing, with room for a busy machine. */
const aDatabaseGivenUp = 1500;

/** A scheduled post as the database tells of it: its moment stands, however late one asks. */
function dueIn(milliseconds: number) {
  const dueAt = performance.now() + milliseconds;
  return {
    contentVersion: {
      version: '1',
      get millisecondsUntilDue() {
        const left = dueAt - performance.now();
        return left > 0 ? left : null;
      },
    },
    passed: () => pause(dueAt - performance.now() + 50),
  };
}

test('a page is rendered once and then shown from memory', async (context) => {
  const { site, state } = await start(context);
  const first = await site.ask('/about');
  const second = await site.ask('/about?utm_source=x');

  expect(state.renders).toEqual(['/about']);
  expect(first.text).toContain('first');
  expect(second.text).toBe(first.text);
  expect(second.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  expect(second.headers.vary).toBe('Accept-Encoding');
  expect(second.headers['content-type']).toBe('text/html');
});

test('each encoding holds the same page under the same tag', async (context) => {
  const { site } = await start(context);
  const plain = await site.ask('/about');
  const brotli = await site.ask('/about', { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } });
  const gzip = await site.ask('/about', { headers: { 'Accept-Encoding': 'gzip, br;q=0' } });

  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).toString()).toBe(plain.text);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body).toString()).toBe(plain.text);
  expect(plain.headers.etag).toMatch(/^W\/".+"$/);
  expect([brotli, gzip].map(({ headers }) => headers.etag)).toEqual([plain.headers.etag, plain.headers.etag]);
});

test('a client that has the page already hears 304, until it changes', async (context) => {
  const { site, change } = await start(context);
  const tag = String((await site.ask('/about')).headers.etag);
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const again = await site.ask('/about', { headers: { 'If-None-Match': known } });
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: tag, vary: 'Accept-Encoding' } });
    expect(again.headers['content-type']).toBeUndefined();
    expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  }
  change('second');
  expect((await site.ask('/about', { headers: { 'If-None-Match': tag } })).status).toBe(200);
});

test('HEAD tells the same and sends nothing', async (context) => {
  const { site } = await start(context);
  const page = await site.ask('/about');
  const head = await site.ask('/about', { method: 'HEAD' });
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(head.headers.etag).toBe(page.headers.etag);
  expect(head.headers['content-length']).toBe(page.headers['content-length']);
});

test('many who ask at once cause one render', async (context) => {
  const { site, state } = await start(context);
  const hold = createSignal();
  state.hold = hold.wait;
  const asked = Array.from({ length: 20 }, () => site.ask('/blog/never-seen'));
  await pause(50);
  hold.give();
  const pages = await Promise.all(asked);
  expect(state.renders).toHaveLength(1);
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
});

test('a change by this process shows at once, also to who comes while the old page is being rendered', async (context) => {
  const { site, state, change } = await start(context);
  await site.ask('/about');
  const hold = createSignal();
  state.hold = hold.wait;
  const early = site.ask('/blog');
  await expect.poll(() => state.renders).toContain('/blog');

  change('second');
  state.hold = undefined;
  expect((await site.ask('/blog')).text).toContain('second');
  hold.give();
  expect((await early).text).toContain('first');
  expect((await site.ask('/blog')).text).toContain('second');
  expect((await site.ask('/about')).text).toContain('second');
});

test.concurrent('a change by another process shows within a second', async (context) => {
  const { site, state } = await start(context);
  await site.ask('/about');
  state.content = 'second';
  state.contentVersion = { version: '2', millisecondsUntilDue: null };
  await pause(anOldConfirmation);
  expect((await site.ask('/about')).text).toContain('second');
});

test.concurrent('a page whose render began before another process changed it is not kept', async (context) => {
  const { site, state } = await start(context);
  await site.ask('/');
  const hold = createSignal();
  state.hold = hold.wait;
  const early = site.ask('/about');
  await expect.poll(() => state.renders).toContain('/about');
  state.content = 'second';
  state.contentVersion = { version: '2', millisecondsUntilDue: null };
  const before = state.questions;
  await expect.poll(() => state.questions).toBeGreaterThan(before);
  hold.give();
  expect((await early).text).toContain('first');
  state.hold = undefined;
  expect((await site.ask('/about')).text).toContain('second');
});

test.concurrent('a page whose render began before a scheduled post came due is not kept', async (context) => {
  const { site, state } = await start(context);
  const due = dueIn(500);
  state.contentVersion = due.contentVersion;
  const hold = createSignal();
  state.hold = hold.wait;
  const early = site.ask('/blog');
  await expect.poll(() => state.renders).toContain('/blog');
  await due.passed();
  hold.give();
  expect((await early).text).toContain('first');
  state.hold = undefined;
  state.content = 'second';
  expect((await site.ask('/blog')).text).toContain('second');
});

test.concurrent.for(['down', 'hanging'] as const)(
  'with the database %s the last good copies are shown quickly and everything heals by itself',
  async (failure, context) => {
    const { site, state } = await start(context);
    await site.ask('/about');
    state.database = failure;
    await pause(anOldConfirmation);

    for (let index = 0; index < 5; index += 1) {
      const askedAt = performance.now();
      expect(await site.ask('/about')).toMatchObject({ status: 200, text: expect.stringContaining('first') });
      expect(performance.now() - askedAt).toBeLessThan(aDatabaseGivenUp);
    }
    expect(await site.ask('/privacy')).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });

    state.database = 'up';
    state.content = 'second';
    state.contentVersion = { version: '2', millisecondsUntilDue: null };
    await pause(failure === 'down' ? anOldConfirmation : 1600);
    expect((await site.ask('/about')).text).toContain('second');
    expect((await site.ask('/privacy')).status).toBe(200);
  },
);

test.concurrent('a post that comes due during an outage waits for its end, and the last good copy stays', async (context) => {
  const { site, state } = await start(context);
  const due = dueIn(1_000);
  state.contentVersion = due.contentVersion;
  await site.ask('/blog');
  state.database = 'down';
  await due.passed();
  expect((await site.ask('/blog')).text).toContain('first');

  state.database = 'up';
  state.content = 'second';
  state.contentVersion = { version: '1', millisecondsUntilDue: null };
  await pause(anOldConfirmation);
  expect((await site.ask('/blog')).text).toContain('second');
});

/** A page that declares to show the post of its address, and nothing else. */
async function startPosts(context: Pick<TestContext, 'onTestFinished'>) {
  const renders: string[] = [];
  const rendering = { hold: undefined as Promise<void> | undefined };
  const posts = await start(context, {
    async render(request, { contentRecord }) {
      const { pathname } = new URL(request.url);
      renders.push(pathname);
      const text = `render ${renders.length}`;
      contentRecord?.databaseUsed();
      if (pathname === '/blog') contentRecord?.add(['list']);
      if (pathname.startsWith('/blog/')) contentRecord?.add([`post:${pathname.slice(6)}`]);
      await rendering.hold;
      if (posts.state.database !== 'up') return new Response('Down', { status: 503 });
      return new Response(text, { headers: publicPage });
    },
  });
  const { site, state } = posts;
  return {
    ...posts,
    renders,
    rendering,
    /** Statuses in a time in which the database is known to be away. */
    async withoutDatabase(...paths: string[]) {
      state.database = 'down';
      await pause(anOldConfirmation);
      return Promise.all(paths.map(async (path) => (await site.ask(path)).status));
    },
    /** Until the last change was read. */
    changeRead: async () => {
      const before = state.questions;
      await expect.poll(() => state.questions).toBeGreaterThan(before);
    },
  };
}

test('a change drops only the pages that show what changed, and those that do not say what they show', async (context) => {
  const { site, change, renders } = await startPosts(context);
  const paths = ['/blog/one', '/blog/two', '/about'];
  for (const path of paths) await site.ask(path);
  change('', ['post:one', 'sitemap']);
  for (const path of paths) await site.ask(path);
  expect(renders.slice(3)).toEqual(['/blog/one', '/about']);
  change('');
  for (const path of paths) await site.ask(path);
  expect(renders.slice(5)).toEqual(paths);
});

test('a render that began before a change is kept when it does not show what changed', async (context) => {
  const { site, change, renders, rendering } = await startPosts(context);
  const hold = createSignal();
  rendering.hold = hold.wait;
  const early = ['/blog/one', '/blog/two'].map((path) => site.ask(path));
  await expect.poll(() => renders).toHaveLength(2);
  change('', ['post:one']);
  // Until the change was read.
  await expect.poll(async () => (await site.ask('/healthz')).status).toBe(200);
  await pause(50);
  hold.give();
  await Promise.all(early);
  await site.ask('/blog/two');
  await site.ask('/blog/one');
  expect(renders.slice(2)).toEqual(['/blog/one']);
});

test('a popular page is rendered again in the background while its readers get the one before', async (context) => {
  const { site, change, renders, rendering } = await startPosts(context);
  for (let request = 0; request < 10; request += 1) await site.ask('/blog/one');
  const hold = createSignal();
  rendering.hold = hold.wait;
  change('', ['post:one']);
  await expect.poll(() => renders).toHaveLength(2);
  expect((await site.ask('/blog/one')).text).toBe('render 1');
  hold.give();
  await expect.poll(async () => (await site.ask('/blog/one')).text).toBe('render 2');
  expect(renders).toHaveLength(2);
});

test('no popular page is shown after something on it was withdrawn', async (context) => {
  const { site, change } = await startPosts(context);
  for (let request = 0; request < 10; request += 1) await site.ask('/blog/one');
  change('', ['post:one', 'withdrawn']);
  expect((await site.ask('/blog/one')).text).toBe('render 2');
});

test.concurrent('after a withdrawal no copy that showed it is shown without the database, and the others are', async (context) => {
  const { site, change, changeRead, withoutDatabase } = await startPosts(context);
  for (const path of ['/blog/one', '/blog/two', '/about']) await site.ask(path);
  // An earlier edit has made a copy of it out of date already.
  change('', ['post:one']);
  change('', ['post:one', 'withdrawn']);
  await changeRead();
  // A page without keys goes too.
  expect(await withoutDatabase('/blog/one', '/blog/two', '/about')).toEqual([503, 200, 503]);
});

test.concurrent('a database that is lost with a change leaves the copies of what was not withdrawn', async (context) => {
  const { site, state, change, withoutDatabase } = await startPosts(context);
  for (const path of ['/blog/one', '/blog/two', '/blog/three']) await site.ask(path);
  state.database = 'hanging';
  change('', ['post:one']);
  change('', ['post:two', 'withdrawn']);
  expect(await withoutDatabase('/blog/one', '/blog/two', '/blog/three')).toEqual([200, 503, 200]);
});

test('after a deletion lists are rendered again at once, whether many read them or not', async (context) => {
  const { site, change, renders } = await startPosts(context);
  for (const path of ['/blog', '/blog/one']) await site.ask(path);
  change('', ['post:one', 'list', 'withdrawn']);
  await expect.poll(() => renders).toEqual(['/blog', '/blog/one', '/blog']);
});

test.concurrent('a change of which nothing is known leaves no copy', async (context) => {
  const { site, renders, rendering, changeRead, withoutDatabase } = await startPosts(context);
  await site.ask('/blog/one');
  const hold = createSignal();
  rendering.hold = hold.wait;
  const early = site.ask('/blog/two');
  await expect.poll(() => renders).toContain('/blog/two');
  site.app.contentChanged(undefined);
  await changeRead();
  hold.give();
  expect((await early).status).toBe(200);
  expect(await withoutDatabase('/blog/one', '/blog/two')).toEqual([503, 503]);
});

test.concurrent('a render that began before a withdrawal is not kept', async (context) => {
  const { site, change, renders, rendering, changeRead, withoutDatabase } = await startPosts(context);
  const hold = createSignal();
  rendering.hold = hold.wait;
  const early = site.ask('/blog/one');
  await expect.poll(() => renders).toContain('/blog/one');
  change('', ['post:one', 'withdrawn']);
  await changeRead();
  hold.give();
  expect((await early).status).toBe(200);
  expect(await withoutDatabase('/blog/one')).toEqual([503]);
});

test.concurrent('a page that has another answer now leaves no copy behind', async (context) => {
  const { site, state, change } = await start(context);
  await site.ask('/blog/category/craft');
  change('second');
  state.respond = () => new Response('Gone', { status: 410 });
  expect((await site.ask('/blog/category/craft')).status).toBe(410);
  state.database = 'down';
  await pause(anOldConfirmation);
  expect((await site.ask('/blog/category/craft')).status).toBe(503);
});

test.concurrent('a render that waits for a database that is lost meanwhile gives way to the last good copy', async (context) => {
  const { site, state, change, rendering, changeRead } = await startPosts(context);
  await site.ask('/blog/one');
  change('', ['post:one']);
  await changeRead();
  rendering.hold = new Promise(() => {});
  state.database = 'hanging';
  const askedAt = performance.now();
  expect(await site.ask('/blog/one')).toMatchObject({ status: 200, text: 'render 1' });
  expect(performance.now() - askedAt).toBeLessThan(4000);
});

test('a signed-in visitor gets a page that no other visitor sees', async (context) => {
  const { site, state } = await start(context);
  const signedIn = { headers: { Cookie: 'theme=dark; session=abc' } };
  state.content = 'for one';
  const own = await site.ask('/about', signedIn);
  expect(own.headers['cache-control']).toBe('private, no-store');
  expect(own.headers.etag).toBeUndefined();

  state.content = 'for all';
  expect((await site.ask('/about')).text).toContain('for all');
  state.content = 'for one again';
  expect((await site.ask('/about', signedIn)).text).toContain('for one again');
  expect((await site.ask('/about')).text).toContain('for all');
});

test.for<[string, ResponseInit]>([
  ['is missing', { status: 404, headers: publicPage }],
  ['has moved', { status: 301, headers: { ...publicPage, Location: '/about' } }],
  ['does not say that it is for all', {}],
  ['is private', { headers: { 'Cache-Control': 'private' } }],
  ['sets a cookie', { headers: { ...publicPage, 'Set-Cookie': 'a=b' } }],
  ['holds a nonce', { headers: { ...publicPage, 'Content-Security-Policy': "script-src 'nonce-abc'" } }],
])('a page that %s is rendered every time and never stored', async ([, init], context) => {
  const { site, state } = await start(context);
  state.respond = (html) => new Response(html, init);
  const first = await site.ask('/blog/some-page');
  await site.ask('/blog/some-page');
  expect(state.renders).toHaveLength(2);
  expect(first.status).toBe(init.status ?? 200);
  expect(first.headers['cache-control']).toBe('private, no-store');
  expect(first.headers['set-cookie']).toBeUndefined();
});

test('without a file the least recently used pages make room', async (context) => {
  const { site, state } = await start(context, { limits: { pageBytes: 7_500 } });
  for (const path of ['/about', '/privacy', '/about', '/terms', '/about']) await site.ask(path);
  expect(state.renders).toEqual(['/about', '/privacy', '/terms']);
  await site.ask('/privacy');
  expect(state.renders).toEqual(['/about', '/privacy', '/terms', '/privacy']);
});

test('pages that leave memory are read back from the file, until they are out of date', async (context) => {
  const pageDirectory = await mkdtemp(join(tmpdir(), 'pages-'));
  context.onTestFinished(() => rm(pageDirectory, { recursive: true }));
  // Room for one or two bodies beside what is known of four pages.
  const limits = { pageBytes: 16_000 };
  const { site, state, change } = await start(context, { limits, pageDirectory });
  const body = () => Array.from({ length: 400 }, () => Math.random().toString(36)).join(' ');
  state.respond = () => new Response(body(), { headers: { 'Content-Type': 'text/html', ...publicPage } });
  const read = async (path: string) =>
    brotliDecompressSync((await site.ask(path, { headers: { 'Accept-Encoding': 'br' } })).body).toString();
  const paths = ['/about', '/privacy', '/terms', '/contact'];
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await read(path));
  const { inMemory, kept } = site.app.state().pageCache;
  expect(inMemory).toBeLessThan(3);
  expect(kept).toBe(4);
  for (const path of [...paths, ...paths]) expect(await read(path)).toBe(texts.get(path));
  for (const path of paths) expect((await site.ask(path)).text).toBe(texts.get(path));
  expect(state.renders).toEqual(paths);

  expect(readdirSync(pageDirectory)).toEqual([]);
  change('second');
  for (const path of paths) expect(await read(path)).not.toBe(texts.get(path));
  expect(state.renders).toEqual([...paths, ...paths]);
});

test('a kept page holds its compressed form alone, and others when they are asked for', async () => {
  const body = Buffer.from('Some words. '.repeat(500));
  const page = createFinishedResponse({
    status: 200,
    headers: ['content-type', 'text/html'],
    body,
    brotliQuality: 5,
  });
  await page.pack();
  const { body: packed } = await page.variant('br');
  expect(page.heldBytes()).toBe(packed.byteLength);
  expect(packed.buffer.byteLength).toBe(packed.byteLength);
  const { body: zipped } = await page.variant('gzip');
  expect(gunzipSync(zipped)).toEqual(body);
  expect(page.heldBytes()).toBe(packed.byteLength + zipped.byteLength);
  expect((await page.variant('identity')).body).toEqual(body);
});

/** A page that would tell whatever reached it. */
const showEverything: Render = async (request, info) =>
  new Response(
    JSON.stringify([request.url, request.method, [...request.headers], info.clientAddress, info.nonce]),
    { headers: publicPage },
  );

const poisons: Record<string, string>[] = [
  { Host: 'evil.test' },
  { 'X-Forwarded-Host': 'evil.test' },
  { 'X-Forwarded-Proto': 'http' },
  { 'X-Forwarded-Port': '1234' },
  { 'X-Forwarded-Prefix': '/evil' },
  { Forwarded: 'host=evil.test;proto=http' },
  { 'X-Original-URL': '/admin' },
  { 'X-Rewrite-URL': '/admin' },
  { 'X-React-Router-SPA-Mode': 'yes' },
  { 'X-React-Router-Prerender-Data': 'evil' },
  { 'X-HTTP-Method-Override': 'POST' },
  { Accept: 'application/json' },
  { 'Accept-Language': 'fr' },
  { Origin: 'https://evil.test' },
  { Cookie: 'lang=evil' },
  { 'User-Agent': 'evil' },
  { 'X-Request-Id': 'evil-evil-evil' },
  { Range: 'bytes=0-1' },
];

test.for(poisons)('a first visitor with %o changes nothing for the next', async (headers, context) => {
  const clean = await start(context, { render: showEverything });
  const poisoned = await start(context, { render: showEverything });
  const expected = await clean.site.ask('/blog?page=2');
  await poisoned.site.ask('/blog?page=2&utm=evil&page=3&_routes=x&index', { headers });
  const after = await poisoned.site.ask('/blog?page=2');
  expect(after.text).toBe(expected.text);
  expect(after.text).toContain('https://firm.example/blog?page=2"');
});
