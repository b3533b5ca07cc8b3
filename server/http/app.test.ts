import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';

import { beforeAll, expect, onTestFinished, test } from 'vitest';

import type { AppOptions } from './app.ts';
import type { Render } from '../responses/framework.ts';
import type { RawAnswer } from '#tests/raw-request.ts';
import { createSignal, startSite } from '#tests/site-under-test.ts';
import { useFolder } from '#tests/folder.ts';

async function start(options: Partial<AppOptions> = {}) {
  const site = await startSite({ render: echo, ...options });
  onTestFinished(() => site.close());
  return site;
}

/** Tells what reached the framework. */
const echo: Render = async (request, info) =>
  Response.json({
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
    info,
  });

function heardBy(answer: RawAnswer): {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  info: { requestId: string; clientAddress: string; nonce: string };
} {
  return JSON.parse(answer.text);
}

const ownSite = { Origin: 'https://firm.example' };
const files = useFolder();
beforeAll(() => {
  mkdirSync(join(files, 'assets'));
  writeFileSync(join(files, 'assets', 'app-1a2b.js'), 'console.log(1);\n'.repeat(100));
  writeFileSync(join(files, 'assets', 'app-1a2b.js.map'), '{}');
  writeFileSync(join(files, '.env'), 'SECRET=1');
  writeFileSync(join(files, 'favicon.svg'), '<svg/>');
});

test('the framework sees our origin, the real client and none of the headers that only a proxy may write', async () => {
  const site = await start();
  const seen = heardBy(
    await site.ask('/search?q=a%20b', {
      headers: {
        Host: 'evil',
        'X-Forwarded-Host': 'evil.test',
        'X-Forwarded-For': '198.51.100.1',
        Forwarded: 'host=evil.test',
        'X-Original-URL': '/admin',
        'X-React-Router-SPA-Mode': 'yes',
        'X-React-Router-Prerender-Data': 'x',
        'X-HTTP-Method-Override': 'DELETE',
        'X-Request-Id': 'chosen-by-the-client',
        'Accept-Language': 'de',
        Cookie: 'a=b',
      },
    }),
  );
  expect(seen.url).toBe('https://firm.example/search?q=a%20b');
  expect(seen.headers).toEqual({
    host: 'firm.example',
    'x-forwarded-for': '127.0.0.1',
    'accept-language': 'de',
    cookie: 'a=b',
  });
  expect(seen.info.clientAddress).toBe('127.0.0.1');
  expect(seen.info.requestId).not.toBe('chosen-by-the-client');
});

test('a trusted proxy is believed about the client and the request id', async () => {
  const site = await start({ trustedProxies: ['127.0.0.0/8'] });
  const answer = await site.ask('/search', {
    headers: { 'X-Forwarded-For': '1.1.1.1, 198.51.100.1', 'X-Request-Id': 'proxy-0123456789' },
  });
  expect(heardBy(answer).info).toMatchObject({
    clientAddress: '198.51.100.1',
    requestId: 'proxy-0123456789',
  });
  expect(answer.headers['x-request-id']).toBe('proxy-0123456789');
});

test('a public address with capitals redirects to lower case, and no other address does', async () => {
  const site = await start();
  for (const [asked, to] of [
    ['/Blog', '/blog'],
    ['/BLOG/Some-Post?utm_source=X', '/blog/some-post?utm_source=X'],
    ['/Blog/Category/News?page=2', '/blog/category/news?page=2'],
    ['/ABOUT/', '/ABOUT'],
    ['/RSS.xml', '/rss.xml'],
    ['/Search?q=A', '/search?q=A'],
  ] as const) {
    for (const headers of [{}, { Cookie: 'session=1' }]) {
      const answer = await site.ask(asked, { headers });
      expect([answer.status, answer.headers.location], asked).toEqual([asked.endsWith('/') ? 308 : 301, to]);
    }
  }
  for (const asked of [
    '/Admin/Login',
    '/API/auth/get-session',
    '/preview/AbC',
    '/newsletter/confirm?token=AbC',
  ]) {
    expect(heardBy(await site.ask(asked)).url, asked).toBe(`https://firm.example${asked}`);
  }
  expect((await site.ask('/Assets/App.js')).status).toBe(200);
  expect((await site.ask('/Contact', { method: 'POST', headers: ownSite })).status).toBe(200);
});

test('a nonce is new with every request', async () => {
  const site = await start();
  const nonces: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const ten = Array.from({ length: 10 }, async () => heardBy(await site.ask('/admin')).info.nonce);
    nonces.push(...(await Promise.all(ten)));
  }
  expect(new Set(nonces).size).toBe(100);
});

test.each<[string, Record<string, string>, number]>([
  ['from our own pages', { ...ownSite, Cookie: 'session=a' }, 200],
  ['from another site', { Origin: 'https://evil.test', Cookie: 'session=a' }, 403],
  ['from another site, by fetch metadata', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['with a cookie and no origin', { Cookie: 'session=a' }, 403],
  ['from a program without a cookie', {}, 200],
  ['with our origin only in Host', { Host: 'evil.test', Origin: 'https://evil.test' }, 403],
  ['with our origin only forwarded', { 'X-Forwarded-Host': 'evil.test', Origin: 'https://evil.test' }, 403],
])('a change %s: %o gives %i', async (_, headers, status) => {
  let calls = 0;
  const site = await start({
    render: (request, info) => {
      calls += 1;
      return echo(request, info);
    },
  });
  for (const path of ['/contact', '/contact.data', '/api/auth/sign-in/email', '/rpc/increment_post_view']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await site.ask(path, { method, headers, body: 'a=b' });
      expect(answer.status).toBe(status);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
  expect(calls).toBe(status === 200 ? 16 : 0);
});

test('a refusal is a message, and JSON for programs', async () => {
  const site = await start();
  const foreign = { method: 'POST', headers: { Origin: 'https://evil.test' } };
  const page = await site.ask('/contact.data', foreign);
  expect(page.text).toMatch(/^This request came from another site.*\.\n$/);
  // The framework's client takes a body without this header for the message of the route's error boundary.
  expect(page.headers['x-remix-response']).toBeUndefined();
  expect(JSON.parse((await site.ask('/api/auth/sign-out', foreign)).text)).toEqual({
    message: page.text.trim(),
  });
});

test('without SITE_URL every loopback name works, under the origin that the browser has', async () => {
  const site = await start({ origin: { origin: 'http://127.0.0.1:1', isConfigured: false } });
  const local = `http://localhost:${site.port}`;
  const answer = await site.ask('/contact', { method: 'POST', headers: { Origin: local }, body: 'a=b' });
  expect(heardBy(answer)).toMatchObject({ url: `${local}/contact`, body: 'a=b' });

  const foreign = await site.ask('/contact', {
    method: 'POST',
    headers: { Origin: `http://192.168.1.5:${site.port}` },
  });
  expect(foreign).toMatchObject({ status: 403, text: expect.stringContaining('SITE_URL') });
});

test('a preflight gives no permission', async () => {
  const site = await start({
    render: async () => new Response('', { headers: { 'Access-Control-Allow-Origin': '*' } }),
  });
  for (const method of ['OPTIONS', 'GET']) {
    const { headers } = await site.ask('/search', {
      method,
      headers: { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'POST' },
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test.each<[string, string, number]>([
  ['TRACE', '/', 405],
  ['GET', '/%', 400],
  ['GET', `/${'a'.repeat(9000)}`, 414],
  ['GET', '//evil.test', 308],
])('%s %s is answered %i without the framework', async (method, path, status) => {
  const site = await start({ render: () => Promise.reject(new Error('reached')) });
  const answer = await site.ask(path, { method });
  expect(answer.status).toBe(status);
  if (status === 308) expect(answer.headers.location).toBe('/evil.test');
  if (status === 405) expect(answer.headers.allow).toContain('GET');
});

test('a page asked for under another host name is redirected to SITE_URL, also one that is kept; health checks are not', async () => {
  const site = await start({ cacheablePages: [{ path: '/about' }] });
  const ask = (host: string, path = '/about?page=2') => site.ask(path, { headers: { Host: host } });
  for (const host of ['firm.example', '127.0.0.1:3000', '[::1]:3000', 'localhost', 'site:3000'])
    expect([host, (await ask(host)).status]).toEqual([host, 200]);
  for (const host of ['www.firm.example', 'other.example:8080', 'firm.example.']) {
    const { status, headers } = await ask(host);
    expect([host, status, headers.location]).toEqual([host, 308, 'https://firm.example/about?page=2']);
  }
  expect((await ask('www.firm.example', '/healthz')).status).toBe(200);
});

test('a whole address in the request line is answered as its path, and its host counts', async () => {
  const site = await start({ cacheablePages: [{ path: '/about' }] });
  const ask = (target: string, host: string) =>
    site.sendRaw(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  // From memory too.
  for (let index = 0; index < 4; index += 1)
    expect(await ask('https://firm.example/about?page=2', 'evil.test')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('http://firm.example', 'firm.example')).toMatch(/^HTTP\/1\.1 200 /);
  const moved = /^HTTP\/1\.1 308 [^]*\r\nLocation: https:\/\/firm\.example\/about\r\n/;
  expect(await ask('http://evil.test/about', 'firm.example')).toMatch(moved);
  expect(await ask('http://a@firm.example/about', 'firm.example')).toMatch(/^HTTP\/1\.1 400 /);
});

test("the router's own 405 names what the address takes; a route that names more is left alone", async () => {
  const refuse = (headers: Record<string, string>) => async () => new Response('', { status: 405, headers });
  for (const [headers, allowed] of [
    [{}, 'GET, HEAD'],
    [{ Allow: 'GET, HEAD, POST' }, 'GET, HEAD, POST'],
  ] as const) {
    const site = await start({ render: refuse(headers) });
    const answer = await site.ask('/about', { method: 'POST', headers: ownSite });
    expect([answer.status, answer.headers.allow]).toEqual([405, allowed]);
  }
});

test('a body over the limit is refused before it is read, and counted while it comes in pieces', async () => {
  const site = await start({
    bodyLimits: [{ path: /^\/large$/, purpose: 'forms', bytes: 3_000_000, milliseconds: 5000 }],
    limits: { bodyMemory: { forms: { all: 8_000_000, perClient: 8_000_000 } } },
  });
  const ordinary = 'x'.repeat(120_000);
  const megabyte = 'x'.repeat(1_000_000);
  const cases: [string, string | string[], number][] = [
    ['/contact', ordinary, 200],
    ['/contact', `${ordinary}x`, 413],
    ['/contact', [ordinary, 'x'], 413],
    ['/contact', Array.from({ length: 8 }, () => megabyte), 413],
    ['/large', [megabyte, megabyte], 200],
    ['/large.data', [megabyte, megabyte, megabyte, 'x'], 413],
  ];
  for (const [path, body, status] of cases) {
    const answer = await site.ask(path, { method: 'POST', headers: ownSite, body });
    expect(answer.status, `${path} ${body.length}`).toBe(status);
  }
  const refused = await site.ask('/api/x', { method: 'POST', headers: ownSite, body: `${ordinary}x` });
  expect(JSON.parse(refused.text)).toEqual({ message: 'This is more than the site accepts at once.' });
});

test('a client that asks first is told to go on, or that it is too much', async () => {
  const site = await start();
  const head = 'POST /contact HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n';
  expect(await site.sendRaw(`${head}Content-Length: 3\r\n\r\n`, 'a=b')).toMatch(
    /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/,
  );
  const refused = site.sendRaw(`${head}Content-Length: 2000000\r\n\r\n`);
  await pause(30);
  site.server.closeAllConnections();
  expect(await refused).toMatch(/^HTTP\/1.1 413 /);
});

test('a body that does not arrive in time is answered 408', async () => {
  const site = await start({ bodyLimits: [{ path: /./, purpose: 'forms', bytes: 100, milliseconds: 50 }] });
  const answer = site.sendRaw('POST /contact HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
  await pause(120);
  site.server.closeAllConnections();
  expect(await answer).toMatch(/^HTTP\/1.1 408 /);
});

/** A request whose body never ends: the head and the bytes that are sent. */
function unfinished(path: string, bytes: number, sent: number, headers: readonly string[] = []): string {
  const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Length: ${bytes}`, ...headers];
  return `${lines.join('\r\n')}\r\n\r\n${'x'.repeat(sent)}`;
}

test('POST /admin/posts/new with a large body and without a session answers 401 before the body arrives', async () => {
  let asked = 0;
  const site = await start({
    admit: async () => {
      asked += 1;
      return { kind: 'anonymous' };
    },
  });
  const cookie = ['Cookie: session=a', 'Origin: https://firm.example'];
  for (const [headers, lookups] of [
    [[], 0],
    [['Cookie: other=a', 'Origin: https://firm.example'], 0],
    [cookie, 1],
  ] as const) {
    asked = 0;
    const socket = connect(site.port, '127.0.0.1');
    socket.write(unfinished('/admin/posts/new.data', 6_000_000, 10, headers));
    const [answer] = await once(socket, 'data');
    socket.destroy();
    expect([String(answer).slice(9, 12), asked]).toEqual(['401', lookups]);
  }
  const chunked = { method: 'POST', body: ['a=', 'b'] };
  expect((await site.ask('/admin/posts/new.data', chunked)).status).toBe(401);
  // A small one is left to the guard.
  expect((await site.ask('/admin/posts/new', { method: 'POST', body: 'a=b' })).status).toBe(200);
});

test.each([
  ['from an administrator', 200, async () => ({ kind: 'admin' as const, actor, session })],
  ['from another account', 403, async () => ({ kind: 'not-admin' as const, userId: 'u', email: 'a@b.test' })],
  ['while the database is away', 503, () => Promise.reject(new Error('away'))],
])('POST /admin/posts/new with a large body %s answers %i', async (_, status, admit) => {
  const site = await start({ admit });
  const headers = { ...ownSite, Cookie: 'session=a' };
  const post = (path: string, bytes: number) =>
    site.ask(path, { method: 'POST', headers, body: 'x'.repeat(bytes) });
  expect((await post('/admin/posts/new', 5_900_000)).status).toBe(status);
  expect((await post('/admin/posts/new', 6_000_001)).status).toBe(413);
  expect((await post('/admin/tags', 900_000)).status).toBe(status);
  expect((await post('/admin/tags', 1_000_001)).status).toBe(413);
  expect((await post('/admin/login', 64_001)).status).toBe(413);
});

const actor = { userId: 'u', email: 'a@firm.example', name: 'A', role: 'admin' } as const;
const session = { id: 's', factor: 'passkey' as const, provedAt: new Date(0) };

test('bodies of one client and one purpose leave room for other clients and other purposes', async () => {
  const small = { all: 100_000, perClient: 10_000 };
  const site = await start({
    trustedProxies: ['127.0.0.1'],
    limits: { bodyMemory: { forms: small, views: small, 'sign-in': small, admin: small } },
    streamingRoutes: [
      {
        path: /^\/rpc\/x$/,
        pattern: '/rpc/x',
        methods: ['POST'],
        answer: ({ withBody, send }) => withBody(async () => send({ status: 204, headers: [], body: '' })),
      },
    ],
  });
  const post = (path: string, from: string, bytes = 9_000) =>
    site.ask(path, {
      method: 'POST',
      headers: { ...ownSite, 'X-Forwarded-For': from },
      body: 'x'.repeat(bytes),
    });
  const held = ['2001:db8:0:1::1', '2001:db8:0:1::2'].map((from) =>
    site.sendRaw(unfinished('/contact', 9_000, 5_000, [`X-Forwarded-For: ${from}`])),
  );
  await pause(30);
  expect(await post('/contact', '2001:db8:0:1::3')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
  });
  expect((await post('/contact', '2001:db8:0:2::1')).status).toBe(200);
  const crowd = Array.from({ length: 15 }, (_, n) =>
    site.sendRaw(unfinished('/contact', 9_000, 6_500, [`X-Forwarded-For: 192.0.2.${n}`])),
  );
  await pause(30);
  expect((await post('/contact', '198.51.100.1')).status).toBe(503);
  expect((await post('/contact', '198.51.100.1', 8_001)).status).toBe(503);
  // A text that a person writes needs no room.
  expect((await post('/contact', '198.51.100.1', 8_000)).status).toBe(200);
  expect((await post('/rpc/x', '198.51.100.1')).status).toBe(204);
  expect((await post('/admin/login', '198.51.100.1')).status).toBe(200);
  expect((await post('/admin/tags', '198.51.100.1')).status).toBe(200);
  site.server.closeAllConnections();
  await Promise.all([...held, ...crowd]);
  expect((await post('/contact', '198.51.100.1')).status).toBe(200);
});

test.each([
  ['two Host headers', 'Host: firm.example\r\nhOsT: evil.test', 400],
  ['no Host', 'Accept: */*', 400],
  ['an empty Host', 'Host: ', 400],
  ['a list as Host', 'Host: a, b', 400],
  ['a user in Host', 'Host: a@b', 400],
  ['a path in Host', 'Host: a/b', 400],
  ['a name and a port', 'Host: firm.example:3000', 200],
  ['an address of IPv6', 'Host: [::1]:3000', 200],
])('a request with %s is answered %s%i', async (_, header, status) => {
  const site = await start({
    render: async () => new Response('page', { headers: { 'Cache-Control': 'public' } }),
  });
  // From memory too.
  for (let index = 0; index < 4; index += 1) await site.ask('/about');
  for (const path of ['/about', '/admin/login']) {
    const answer = await site.sendRaw(`GET ${path} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`);
    expect(answer, path).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});

test('under overload the excess hears so at once, and signing in keeps its place', async () => {
  const hold = createSignal();
  const site = await start({
    limits: { renders: { running: 2, waiting: 2 } },
    render: async (request, info) => {
      if (!request.url.includes('/admin')) await hold.wait;
      return echo(request, info);
    },
  });
  const accepted = [1, 2, 3, 4].map((n) => site.ask(`/search?q=${n}`));
  await pause(300);
  // No place has become free when these responses come: no request waited for one.
  const excess = await site.ask('/search?q=5');
  expect(excess).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect((await site.ask('/admin/login')).status).toBe(200);
  expect((await site.ask('/healthz')).status).toBe(200);
  hold.give();
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a render that hangs is given up, and so is its place', async () => {
  const site = await start({
    limits: { renders: { running: 1, waiting: 0 }, renderMilliseconds: 40 },
    render: (request, info) => (request.url.includes('hang') ? new Promise(() => {}) : echo(request, info)),
  });
  expect((await site.ask('/search?hang')).status).toBe(500);
  expect((await site.ask('/search')).status).toBe(200);
});

test('a client that leaves is told to the framework', async () => {
  const left = createSignal();
  const started = createSignal();
  const site = await start({
    render: (request) => {
      request.signal.addEventListener('abort', left.give);
      started.give();
      return new Promise(() => {});
    },
  });
  const answer = site.sendRaw('GET /search HTTP/1.1\r\nHost: x\r\n\r\n');
  await started.wait;
  site.server.closeAllConnections();
  await left.wait;
  expect(await answer).toBe('');
});

test.each([
  ['fails', () => Promise.reject(new Error('secret of /srv/app/db.ts'))],
  [
    'throws at once',
    (): never => {
      throw new Error('secret of /srv/app/db.ts');
    },
  ],
  ['answers 500 with nothing', async () => new Response(null, { status: 500 })],
])('when the framework %s, the visitor learns the request id and nothing else', async (_, render) => {
  const site = await start({ render });
  for (const path of ['/about', '/admin', '/api/x']) {
    const answer = await site.ask(path);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain(String(answer.headers['x-request-id']));
    expect(answer.text).not.toContain('secret');
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

const savedAs = { 'Content-Disposition': 'attachment' };

/** A body of two pieces that breaks before the third. */
const breaking = (headers: HeadersInit) => async () => {
  let pieces = 0;
  return new Response(
    new ReadableStream({
      async pull(controller) {
        pieces += 1;
        if (pieces <= 2) return controller.enqueue(new TextEncoder().encode('piece'));
        await pause(40);
        controller.error(new Error('broken'));
      },
    }),
    { headers },
  );
};

test('a file that breaks is cut off, not ended as if it were whole', async () => {
  const site = await start({ render: breaking(savedAs) });
  await expect(site.ask('/search')).rejects.toThrow(/aborted|hang up/);
  expect((await site.ask('/healthz')).status).toBe(200);
});

test('a response body that breaks before anything was sent is answered with 500', async () => {
  const site = await start({ render: breaking({}) });
  const answer = await site.ask('/search');
  expect(answer.status).toBe(500);
  expect(answer.text).not.toMatch(/piece|broken/);
});

test('a file to be saved is compressed and arrives piece by piece', async () => {
  const second = createSignal();
  const site = await start({
    render: async () =>
      new Response(
        new ReadableStream({
          async start(controller) {
            controller.enqueue(new TextEncoder().encode('<p>first</p>'.repeat(100)));
            await second.wait;
            controller.enqueue(new TextEncoder().encode('<p>second</p>'));
            controller.close();
          },
        }),
        { headers: { ...savedAs, 'Content-Type': 'text/csv', Vary: 'Cookie', ETag: '"a"' } },
      ),
  });
  const arrived = site.sendRaw(
    'GET /admin HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n',
  );
  const whole = site.ask('/admin', { headers: { 'Accept-Encoding': 'br' } });
  await pause(40);
  second.give();
  expect(await arrived).toMatch(/Content-Encoding: gzip/);
  const { headers, body } = await whole;
  expect(brotliDecompressSync(body).toString()).toMatch(/first.*second/);
  expect(headers).toMatchObject({
    vary: 'Cookie, Accept-Encoding',
    etag: 'W/"a"',
    'cache-control': 'private, no-store',
  });
});

const forAll = { 'Cache-Control': 'public, max-age=60' };
const forEver = { 'Cache-Control': 'public, immutable' };
const signedIn = { Cookie: 'session=a' };

test.each<[string, ResponseInit, Record<string, string>, string]>([
  ['says nothing', {}, {}, 'private, no-store'],
  ['is for all', { headers: forAll }, {}, 'public, max-age=60'],
  ['is for all but asked by a signed-in visitor', { headers: forAll }, signedIn, 'private, no-store'],
  ['never changes', { headers: forEver }, signedIn, 'public, immutable'],
  ['sets a cookie', { headers: { ...forEver, 'Set-Cookie': 'a=b' } }, {}, 'private, no-store'],
  ['is missing', { status: 404, headers: forAll }, {}, 'private, no-store'],
])('a response that %s is stored accordingly', async (_, init, headers, cacheControl) => {
  const site = await start({ render: async () => new Response('x', init) });
  expect((await site.ask('/search', { headers })).headers['cache-control']).toBe(cacheControl);
});

test('several cookies stay several', async () => {
  const response = new Response('x');
  response.headers.append('Set-Cookie', 'a=1; Path=/');
  response.headers.append('Set-Cookie', 'b=2; Path=/');
  const site = await start({ render: async () => response });
  expect((await site.ask('/admin')).headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/']);
});

test('built files are served from memory: for ever under their hash, by the hour otherwise', async () => {
  const site = await start({
    clientDirectory: files,
    render: async () => new Response('framework', { status: 404 }),
  });
  const script = await site.ask('/assets/app-1a2b.js', {
    headers: { 'Accept-Encoding': 'br', Cookie: 'session=a' },
  });
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  // Browsers do not read it of a script.
  expect(script.headers).not.toHaveProperty('content-security-policy');
  expect(brotliDecompressSync(script.body).toString()).toContain('console.log(1);');
  expect((await site.ask('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  for (const path of [
    '/assets/app-1a2b.js.map',
    '/assets/gone.js',
    '/assets',
    '/.env',
    '/assets/..%2f.env',
    '/assets/%2e%2e/.env',
  ]) {
    expect((await site.ask(path)).status).toBe(404);
  }
});

test.each([
  ['a malformed address', '/%', 400],
  ['a missing asset', '/assets/gone.js', 404],
  ['a missing file', '/storage/gone.webp', 404],
])('who opens %s (%s) gets the not-found page with %i, a program plain text', async (_, path, status) => {
  const site = await start({
    clientDirectory: files,
    render: async () =>
      new Response('<h1>Oops!</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
    streamingRoutes: [
      {
        path: /^\/storage\//,
        pattern: '/storage/*',
        methods: ['GET'],
        answer: async ({ send }) =>
          send({ status: 404, headers: [], body: 'There is nothing at this address.\n' }),
      },
    ],
  });
  const navigation = await site.ask(path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
  expect(navigation).toMatchObject({ status, text: '<h1>Oops!</h1>' });
  expect(navigation.headers['cache-control']).toMatch(/no-store/);
  expect(await site.ask(path, { headers: { Accept: '*/*' } })).toMatchObject({
    status,
    text: expect.stringMatching(/^[A-Z].*\.\n$/),
  });
});

test('a page says since when it is what it is; a client without its tag may ask by that date', async () => {
  const site = await start({
    render: async () => new Response('page', { headers: { 'Cache-Control': 'public' } }),
  });
  const about = await site.ask('/about');
  const date = String(about.headers['last-modified']);
  expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(10_000);
  const statusWith = async (headers: Record<string, string>) =>
    (await site.ask('/about', { headers })).status;
  expect(await statusWith({ 'If-Modified-Since': date })).toBe(304);
  expect(await statusWith({ 'If-Modified-Since': new Date(Date.parse(date) - 1000).toUTCString() })).toBe(
    200,
  );
  expect(await statusWith({ 'If-Modified-Since': 'yesterday' })).toBe(200);
  expect(await statusWith({ 'If-Modified-Since': date, 'If-None-Match': '"another"' })).toBe(200);
});

test('two versions of a page from the same second are never taken for one another by their date', async () => {
  let version = 0;
  const site = await start({
    contentVersion: async () => ({ version: String(version), millisecondsUntilDue: null }),
    render: async () => new Response(`version ${version}`, { headers: { 'Cache-Control': 'public' } }),
  });
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const before = await site.ask('/about');
    version += 1;
    site.app.contentChanged(undefined);
    const headers = { 'If-Modified-Since': String(before.headers['last-modified']) };
    const after = await site.ask('/about', { headers });
    expect(after.status).toBe(200);
    expect(Date.parse(String(after.headers['last-modified']))).toBeLessThanOrEqual(Date.now());
  }
});

test('every response of every kind carries the security headers and tells nothing about what runs here', async () => {
  const site = await start({
    clientDirectory: files,
    readiness: async () => ['the database'],
    render: async (request) => {
      const status = Number(new URL(request.url).searchParams.get('status') ?? 200);
      return new Response(status === 500 ? null : 'x', {
        status,
        headers: { 'Cache-Control': 'public', Server: 'node', 'X-Powered-By': 'x' },
      });
    },
  });
  const about = await site.ask('/about');
  const answers: [number, RawAnswer][] = [
    [200, about],
    [200, await site.ask('/about', { method: 'HEAD' })],
    [304, await site.ask('/about', { headers: { 'If-None-Match': String(about.headers.etag) } })],
    [200, await site.ask('/search')],
    [404, await site.ask('/search?status=404')],
    [429, await site.ask('/search?status=429')],
    [500, await site.ask('/search?status=500')],
    [503, await site.ask('/search?status=503')],
    [503, await site.ask('/readyz')],
    [200, await site.ask('/healthz')],
    [200, await site.ask('/healthz?at=1')],
    [503, await site.ask('/readyz?at=1')],
    [404, await site.ask('/assets/none.js')],
    [204, await site.ask('/search', { method: 'OPTIONS' })],
    [308, await site.ask('//x')],
    [400, await site.ask('/%')],
    [403, await site.ask('/x', { method: 'POST', headers: { Origin: 'null' } })],
    [405, await site.ask('/', { method: 'TRACE' })],
    [
      413,
      await site.ask('/x', { method: 'POST', headers: { ...ownSite, 'Content-Length': '999999' }, body: [] }),
    ],
    [414, await site.ask(`/${'a'.repeat(9000)}`)],
    [417, await site.ask('/x', { headers: { Expect: 'miracles' } })],
  ];
  for (const [status, answer] of answers) {
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'x-frame-options': 'DENY',
      'x-request-id': expect.any(String),
    });
    expect(answer.headers.server).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
    if (status >= 400 || status === 204) expect(answer.headers['cache-control']).toMatch(/no-store/);
  }
});

test.each([
  ['https://firm.example', 'max-age=31536000'],
  ['http://127.0.0.1:3000', undefined],
])('HSTS on %s is %s', async (origin, header) => {
  const site = await start({ origin: { origin, isConfigured: true } });
  for (const path of ['/about', '/healthz', '/%']) {
    expect((await site.ask(path)).headers['strict-transport-security']).toBe(header);
  }
});

test.each([
  ['without TRUSTED_PROXIES is said once', [], 1],
  ['with TRUSTED_PROXIES is not said', ['10.0.0.1'], 0],
])('X-Forwarded-For %s', async (_, trustedProxies, times) => {
  const site = await start({ trustedProxies });
  await site.ask('/about');
  expect(site.app.hasUntrustedProxy()).toBe(false);
  for (let n = 0; n < 3; n += 1) await site.ask('/about', { headers: { 'X-Forwarded-For': '192.0.2.1' } });
  expect(site.app.hasUntrustedProxy()).toBe(times === 1);
  expect(site.logged.filter(({ message }) => message.includes('TRUSTED_PROXIES'))).toHaveLength(times);
});

test('/healthz needs no database, /readyz says what is missing', async () => {
  const readiness = async () => ['the database'];
  const site = await start({ readiness, render: () => Promise.reject(new Error('reached')) });
  expect(await site.ask('/readyz')).toMatchObject({ status: 503, text: 'not ready: the database\n' });
  expect((await site.ask('/healthz')).status).toBe(200);
});
