import { setTimeout as pause } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import type { AppOptions } from './app.ts';
import { stopServer, type ConnectionLimits } from './listen.ts';
import { createSignal, startSite } from '#tests/site-under-test.ts';

async function start(options: Partial<AppOptions> = {}, limits: Partial<ConnectionLimits> = {}) {
  const reached: string[] = [];
  const site = await startSite(
    {
      render: async (request) => {
        reached.push(`${request.method} ${new URL(request.url).pathname}`);
        return new Response(await request.text());
      },
      ...options,
    },
    limits,
  );
  onTestFinished(() => site.close());
  return { site, reached };
}

const headRequest = 'POST /contact HTTP/1.1\r\nHost: x\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';
const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

test.each([
  ['both a length and pieces', `${headRequest}Content-Length: 6\r\n${chunked}\r\n0\r\n\r\n${hidden}`],
  ['pieces and a length', `${headRequest}${chunked}Content-Length: 6\r\n\r\n0\r\n\r\n${hidden}`],
  ['two lengths', `${headRequest}Content-Length: 3\r\nContent-Length: 40\r\n\r\na=b${hidden}`],
  ['a length that is none', `${headRequest}Content-Length: +3\r\n\r\na=b${hidden}`],
  ['an unknown coding', `${headRequest}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
  [
    'pieces that are not last',
    `${headRequest}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  ['a header name with a space', `${headRequest}Content-Length : 3\r\n\r\na=b${hidden}`],
  ['a folded header', `${headRequest}X-A: b\r\n c\r\nContent-Length: 3\r\n\r\na=b${hidden}`],
  ['bare line feeds', `POST /contact HTTP/1.1\nHost: x\nContent-Length: 3\n\na=b${hidden}`],
  ['a bare carriage return', `${headRequest}X-A: b\rX-B: c\r\n\r\n${hidden}`],
  ['a piece whose size is none', `${headRequest}${chunked}\r\n3 x\r\na=b\r\n0\r\n\r\n${hidden}`],
  ['no HTTP at all', `hello\r\n\r\n`],
])('a message with %s is refused and the connection closed: nothing behind is read', async (_, message) => {
  const { site, reached } = await start();
  const answer = await site.sendRaw(message);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toContain("frame-ancestors 'none'");
  expect(reached).not.toContain('GET /hidden');
});

test('headers over 16 kB are answered 431, an address that fills them 414, CONNECT 405', async () => {
  const { site } = await start();
  const refused = [
    [431, await site.sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`)],
    [414, await site.sendRaw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)],
    [405, await site.sendRaw('CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n')],
  ] as const;
  for (const [status, answer] of refused) {
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/X-Content-Type-Options: nosniff\r\n/);
    expect(answer).toMatch(/X-Request-Id: /);
  }
  expect((await site.ask('/', { headers: { 'X-A': 'a'.repeat(15_000) } })).status).toBe(200);
});

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost:', { headers: 60 }],
  ['a body', `${headRequest}Content-Length: 10\r\n\r\nabc`, { headers: 60, request: 60 }],
])('a sender that never ends %s is answered 408, and others are served', async (_, message, limits) => {
  const { site } = await start({}, limits);
  const slow = site.sendRaw(message);
  expect((await site.ask('/about')).status).toBe(200);
  expect(await slow).toMatch(/^HTTP\/1\.1 408 [^]*nosniff/);
});

test('slow senders take no place among the renders', async () => {
  const { site } = await start({ limits: { renders: { running: 1, waiting: 0 } } });
  for (let index = 0; index < 20; index += 1)
    void site.sendRaw(`${headRequest}Content-Length: 10\r\n\r\nabc`);
  await pause(30);
  expect((await site.ask('/search')).status).toBe(200);
});

test('a connection on which no further request comes is closed after the time of silence', async () => {
  const { site } = await start({}, { silence: 50 });
  expect(await site.sendRaw('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('alive');
});

test('stopping says not ready first, finishes what was accepted, and takes nothing new', async () => {
  const hold = createSignal();
  const { site } = await start({
    render: async () => {
      await hold.wait;
      return new Response('finished');
    },
  });
  const accepted = site.ask('/search', { headers: { Connection: 'keep-alive' } });
  const idle = site.sendRaw('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(30);

  const stopping = stopServer(site.server, site.app, { noticeMilliseconds: 60, graceMilliseconds: 3000 });
  expect(await site.ask('/readyz')).toMatchObject({
    status: 503,
    text: 'not ready: the process is stopping\n',
  });
  await pause(90);
  expect(await idle).toContain('alive');
  await expect(site.ask('/healthz')).rejects.toThrow('ECONNREFUSED');

  hold.give();
  expect(await accepted).toMatchObject({ status: 200, text: 'finished', headers: { connection: 'close' } });
  expect(await stopping).toBe(true);
});

test('connections that wait to be accepted when the stop closes the port are answered', async () => {
  const { site } = await start();
  let answers: Promise<string>[] = [];
  setTimeout(() => {
    answers = Array.from({ length: 50 }, () => site.sendRaw('GET /search HTTP/1.1\r\nHost: x\r\n\r\n'));
  }, 20);
  await stopServer(site.server, site.app, { noticeMilliseconds: 20, graceMilliseconds: 3000 });
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*Connection: close/i);
  }
});

test('what does not finish in time is cut off', async () => {
  const { site } = await start({ render: () => new Promise(() => {}) });
  const accepted = site.sendRaw('GET /search HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(30);
  expect(await stopServer(site.server, site.app, { noticeMilliseconds: 0, graceMilliseconds: 60 })).toBe(
    false,
  );
  expect(await accepted).toBe('');
});
