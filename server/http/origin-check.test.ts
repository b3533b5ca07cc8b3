import { expect, test } from 'vitest';

import { checkOrigin, type RequestSource } from './origin-check.ts';

const configured = { origin: 'https://firm.example', isConfigured: true };
const unconfigured = { origin: 'http://127.0.0.1:3000', isConfigured: false };

function post(source: Partial<RequestSource>): RequestSource {
  return {
    method: 'POST',
    origin: undefined,
    secFetchSite: undefined,
    hasCookie: true,
    localPort: 3000,
    ...source,
  };
}

test.each<[string, Partial<RequestSource>, boolean]>([
  ['our own origin', { origin: 'https://firm.example' }, true],
  ['a foreign origin', { origin: 'https://evil.test' }, false],
  ['the opaque origin', { origin: 'null' }, false],
  ['an empty origin', { origin: '' }, false],
  ['a sub-domain', { origin: 'https://a.firm.example' }, false],
  ['a name that ends like ours', { origin: 'https://evilfirm.example' }, false],
  ['a name that begins like ours', { origin: 'https://firm.example.evil.test' }, false],
  ['another port', { origin: 'https://firm.example:8443' }, false],
  ['another scheme', { origin: 'http://firm.example' }, false],
  ['a loopback name beside a configured site', { origin: 'http://localhost:3000' }, false],
  ['a foreign origin without a cookie', { origin: 'https://evil.test', hasCookie: false }, false],
  [
    'a foreign origin that claims to be the same',
    { origin: 'https://evil.test', secFetchSite: 'same-origin' },
    false,
  ],
  ['no origin, same-origin fetch', { secFetchSite: 'same-origin' }, true],
  ['no origin, cross-site fetch', { secFetchSite: 'cross-site' }, false],
  ['no origin, same-site fetch', { secFetchSite: 'same-site' }, false],
  ['no origin, user navigation', { secFetchSite: 'none' }, false],
  ['no origin, cross-site fetch, no cookie', { secFetchSite: 'cross-site', hasCookie: false }, false],
  ['neither header, with a cookie', {}, false],
  ['neither header, no cookie', { hasCookie: false }, true],
])('a POST with %s: allowed %#', (_, source, isAllowed) => {
  expect(checkOrigin(post(source), configured).isAllowed).toBe(isAllowed);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is unsafe', (method) => {
  expect(checkOrigin(post({ method, origin: 'https://evil.test' }), configured).isAllowed).toBe(false);
});

test.each(['GET', 'HEAD', 'OPTIONS'])('%s changes nothing and is allowed', (method) => {
  expect(checkOrigin(post({ method, origin: 'https://evil.test' }), configured).isAllowed).toBe(true);
});

test.each<[string, boolean]>([
  ['http://localhost:3000', true],
  ['http://127.0.0.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://localhost:3001', false],
  ['https://localhost:3000', false],
  ['http://localhost:3000/', false],
  ['http://user@localhost:3000', false],
  ['http://localhost.evil.test:3000', false],
  ['http://192.168.1.5:3000', false],
])('without SITE_URL %s is ours: %s', (origin, isAllowed) => {
  const verdict = checkOrigin(post({ origin }), unconfigured);
  expect(verdict.isAllowed).toBe(isAllowed);
  if (verdict.isAllowed) expect(verdict.origin).toBe(origin);
  else expect(verdict.message).toContain('SITE_URL');
});
