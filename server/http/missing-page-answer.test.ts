import { expect, onTestFinished, test } from 'vitest';

import { startSite } from '#tests/site-under-test.ts';
import type { MissingPageRequest, MissingPages } from './missing-page-answer.ts';
import type { Render } from '../responses/framework.ts';

/** The site's own answer by address: 404 unless the address says another status. */
const render: Render = async (request) => {
  const { pathname } = new URL(request.url);
  const status = Number(/\d{3}/.exec(pathname)?.[0] ?? 404);
  return new Response('Oops! Page not found', { status, headers: { 'Content-Type': 'text/html' } });
};

const redirects: Record<string, { status: number; location: string | null }> = {
  '/old': { status: 301, location: '/new' },
  '/blog/old': { status: 308, location: 'https://other.test/' },
  '/moved-405': { status: 308, location: '/new' },
  '/removed-410': { status: 302, location: '/new' },
  '/there-200': { status: 301, location: '/new' },
  '/error-500': { status: 301, location: '/new' },
  '/gone': { status: 410, location: null },
  '/blog/gone': { status: 410, location: null },
};

async function start() {
  const recorded: string[] = [];
  const asked: string[] = [];
  const missingPages: MissingPages = {
    async redirectOf({ pathname }, statuses) {
      asked.push(pathname);
      const rule = redirects[pathname];
      return rule && (statuses?.includes(rule.status) ?? true) ? rule : undefined;
    },
    record: async ({ pathname, headers }: MissingPageRequest) =>
      void recorded.push(`${pathname} ${headers['user-agent'] ?? ''}`),
  };
  const site = await startSite({ render, missingPages });
  onTestFinished(() => site.close());
  return { site, recorded, asked };
}

test.each([
  ['GET', '/old', 301, '/new'],
  ['HEAD', '/old', 301, '/new'],
  ['GET', '/blog/old', 308, 'https://other.test/'],
  ['GET', '/removed-410', 302, '/new'],
  ['GET', '/there-200', 200, undefined],
  ['GET', '/error-500', 500, undefined],
  ['GET', '/gone', 410, undefined],
  ['GET', '/blog/gone', 410, undefined],
  ['GET', '/unknown', 404, undefined],
  ['GET', '/blog/unknown', 404, undefined],
])('%s %s answers %i with the location %s', async (method, path, status, location) => {
  const { site } = await start();
  const answer = await site.ask(path, { method });
  expect([answer.status, answer.headers.location]).toEqual([status, location]);
  expect(answer.headers['cache-control']).toMatch(/no-store/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  if (method === 'GET' && location === undefined) expect(answer.text).toBe('Oops! Page not found');
});

test('POST to an address with a redirect follows only one that keeps the method', async () => {
  const { site, recorded } = await start();
  const headers = { Origin: 'https://firm.example', 'Content-Type': 'application/x-www-form-urlencoded' };
  const post = async (path: string) => {
    const answer = await site.ask(path, { method: 'POST', headers, body: 'a=1' });
    return [answer.status, answer.headers.location];
  };
  expect(await post('/blog/old')).toEqual([308, 'https://other.test/']);
  expect(await post('/moved-405')).toEqual([308, '/new']);
  expect(await post('/old')).toEqual([404, undefined]);
  expect(await post('/gone')).toEqual([404, undefined]);
  expect(await post('/unknown')).toEqual([404, undefined]);
  expect(recorded).toEqual([]);
});

test('only a GET without a session for an address that is 404 and not of the product is recorded', async () => {
  const { site, recorded, asked } = await start();
  await site.ask('/missing', { headers: { 'User-Agent': 'a' } });
  await site.ask('/blog/missing?q=1', { headers: { 'User-Agent': 'b' } });
  await site.ask('/missing', { method: 'HEAD' });
  await site.ask('/missing', { headers: { Cookie: 'session=x' } });
  await site.ask('/blog/missing', { headers: { Cookie: 'session=x' } });
  await site.ask('/removed-410-too');
  await site.ask('/gone');
  await site.ask('/old');
  for (const path of [
    '/admin/missing',
    '/api/missing',
    '/preview/secret-token',
    '/missing.data',
    '/%61dmin',
    '/a%0Ab',
  ])
    await site.ask(path);
  expect(recorded).toEqual(['/missing a', '/blog/missing b']);
  expect(asked.filter((path) => /admin|api|preview|data|%/.test(path))).toEqual([]);
});

test('a request for a page that is there never looks for a redirect', async () => {
  const { site, asked } = await start();
  await site.ask('/there-200');
  await site.ask('/blog/there-200');
  expect(asked).toEqual([]);
});
