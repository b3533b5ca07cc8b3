import { expect, test } from 'vitest';

import { viewSource } from './view-source.ts';

function source(told: { referrer?: unknown; campaign?: unknown }) {
  return viewSource({ referrer: '', campaign: '', ...told }, 'firm.example');
}

test('a referrer is the host of the page that led here', () => {
  expect(source({ referrer: 'https://www.google.com/search?q=secret' }).referrerHost).toBe('google.com');
  expect(source({ referrer: 'http://News.example:8080/item#x' }).referrerHost).toBe('news.example:8080');
});

test.each([
  undefined,
  null,
  3,
  '',
  'nonsense',
  'javascript:alert(1)',
  'android-app://com.example',
  'https://firm.example/blog',
])('no source: %s', (referrer) => {
  expect(source({ referrer }).referrerHost).toBe('');
});

test('a host longer than names are is none', () => {
  expect(source({ referrer: `https://${'a.'.repeat(60)}example/` }).referrerHost).toBe('');
});

test('campaigns are compared without case and bounded', () => {
  expect(source({ campaign: '  Spring\u0000-Launch ' }).campaign).toBe('spring-launch');
  expect(source({ campaign: 'x'.repeat(500) }).campaign).toHaveLength(100);
  expect(source({ campaign: ['a'] }).campaign).toBe('');
});
