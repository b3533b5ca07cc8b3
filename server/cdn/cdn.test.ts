import { expect, test } from 'vitest';

import { cdnCacheHeaders, cdnKeyHeaders } from './cdn.ts';

const keys = new Set(['post:1', 'list']);
const target = (service: 'fastly' | 'cloudflare' | 'bunny' | 'http') => ({
  purge: { service, id: 'x', token: 't' },
});

test.each([
  ['fastly', ['Surrogate-Key', 'page post:1 list']],
  ['cloudflare', ['Cache-Tag', 'page,post:1,list']],
  ['bunny', ['CDN-Tag', 'page,post:1,list']],
  ['http', ['Surrogate-Key', 'page post:1 list']],
] as const)('%s reads the keys of a page as %s', (service, headers) => {
  expect(cdnKeyHeaders(target(service), keys)).toEqual(headers);
});

test('a page whose keys are not known or too many has the key of every change', () => {
  const many = new Set(Array.from({ length: 201 }, (_, n) => `post:${n}`));
  for (const shown of [undefined, many]) {
    expect(cdnKeyHeaders(target('http'), shown)).toEqual(['Surrogate-Key', 'any']);
  }
});

test('browsers must ask every time, shared caches need not', () => {
  expect(cdnCacheHeaders({ maxAge: 600 })).toEqual([
    'Cache-Control', 'public, max-age=0, s-maxage=600, must-revalidate',
    'CDN-Cache-Control', 'public, max-age=600, stale-while-revalidate=60',
    'Surrogate-Control', 'public, max-age=600, stale-while-revalidate=60',
  ]); // prettier-ignore
});
