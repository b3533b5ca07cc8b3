import { expect, test } from 'vitest';

import { contentSecurityPolicy, contentSecurityPolicyWithNonce } from './content-security-policy.ts';

test('nothing inline and nothing foreign is allowed', () => {
  expect(contentSecurityPolicy).toContain(
    "default-src 'none'; script-src 'self' 'inline-speculation-rules'; style-src 'self';",
  );
  expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:/);
});

test('a nonce allows the scripts and styles that carry it', () => {
  const value = contentSecurityPolicyWithNonce('abcdefghijklmnopqrstuv==');
  expect(value).toContain("script-src 'self' 'nonce-abcdefghijklmnopqrstuv==';");
  expect(value).not.toContain('unsafe');
});

test('style attributes are allowed on request, scripts never are', () => {
  const value = contentSecurityPolicyWithNonce('abcdefghijklmnop', { styleAttributes: true });
  expect(value).toContain("style-src-attr 'unsafe-inline';");
  expect(value).not.toMatch(/script-src[^;]*unsafe/);
});

test.each(['', 'short', "abcdefghijklmnop' 'unsafe-inline", 'abcdefghijklmnop; script-src *'])(
  'a nonce that is none is refused: %s',
  (nonce) => {
    expect(() => contentSecurityPolicyWithNonce(nonce)).toThrow(RangeError);
  },
);
