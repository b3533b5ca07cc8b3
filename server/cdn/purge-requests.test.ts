import { expect, test } from 'vitest';

import { purgeRequests } from './purge-requests.ts';

const target = (service: 'fastly' | 'cloudflare' | 'bunny' | 'http') => ({
  service,
  id: service === 'http' ? 'http://127.0.0.1:6081/' : 'id1',
  token: 'secret',
});
const keys = new Set(['post:1', 'list']);

test('fastly is sent the keys in a header', () => {
  expect(purgeRequests(target('fastly'), keys)).toEqual([
    {
      url: 'https://api.fastly.com/service/id1/purge',
      method: 'POST',
      headers: { 'Fastly-Key': 'secret', 'Surrogate-Key': 'any post:1 list' },
    },
  ]);
});

test('cloudflare is sent at most 30 tags at once', () => {
  const many = new Set(Array.from({ length: 40 }, (_, n) => `post:${n}`));
  const requests = purgeRequests(target('cloudflare'), many);
  const sent = requests.map(({ body }) => (JSON.parse(body ?? '') as { tags: string[] }).tags);
  expect(sent.map(({ length }) => length)).toEqual([30, 11]);
  expect(sent.flat()).toEqual(['any', ...many]);
  expect(requests[0]?.headers['Authorization']).toBe('Bearer secret');
});

test('bunny is sent one tag at a time', () => {
  const bodies = purgeRequests(target('bunny'), keys).map(({ body }) => body);
  expect(bodies).toEqual(['{"CacheTag":"any"}', '{"CacheTag":"post:1"}', '{"CacheTag":"list"}']);
});

test.each([
  ['fastly', 'https://api.fastly.com/service/id1/purge_all', undefined],
  ['cloudflare', 'https://api.cloudflare.com/client/v4/zones/id1/purge_cache', '{"purge_everything":true}'],
  ['bunny', 'https://api.bunny.net/pullzone/id1/purgeCache', undefined],
  ['http', 'http://127.0.0.1:6081/', undefined],
] as const)('%s purges everything when keys are unknown or too many', (service, url, body) => {
  const many = new Set(Array.from({ length: 300 }, (_, n) => `post:${n}`));
  for (const changed of [undefined, many]) {
    const requests = purgeRequests(target(service), changed);
    expect(requests.map((request) => [request.url, request.body])).toEqual([[url, body]]);
  }
});
