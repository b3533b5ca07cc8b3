import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { contentSecurityPolicy, contentSecurityPolicyWithNonce } from './content-security-policy.ts';
import { pageTransitions } from './page-transitions.ts';

test('contentSecurityPolicy allows nothing from other sites and nothing inline except the style of page transitions', () => {
  const hash = createHash('sha256').update(pageTransitions).digest('base64');
  expect(contentSecurityPolicy).toContain(
    `default-src 'none'; script-src 'self'; style-src 'self' 'sha256-${hash}';`,
  );
  expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/);
});

test('a nonce allows the scripts and styles that carry it', () => {
  const value = contentSecurityPolicyWithNonce('abcdefghijklmnopqrstuv==');
  expect(value).toContain("script-src 'self' 'nonce-abcdefghijklmnopqrstuv==';");
  expect(value).not.toContain('unsafe');
});

test.each(['', 'short', "abcdefghijklmnop' 'unsafe-inline", 'abcdefghijklmnop; script-src *'])(
  'a nonce that is none is refused: %s',
  (nonce) => {
    expect(() => contentSecurityPolicyWithNonce(nonce)).toThrow(RangeError);
  },
);
