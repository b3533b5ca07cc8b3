import { expect, test } from 'vitest';

import { unwrapRedirect } from './link.ts';

test.each([
  ['https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc', 'https://example.org/a?b=c'],
  ['https://www.google.co.uk/url?q=https://example.org/&sa=D', 'https://example.org/'],
  ['https://duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2F&rut=1', 'https://example.org/'],
  ['https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2F&h=1', 'https://example.org/'],
  ['https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.org%2F', 'https://example.org/'],
])('unwrapRedirect of %s is where it leads', (address, target) => {
  expect(unwrapRedirect(address)).toBe(target);
});

test.each([
  'https://example.org/url?q=https://evil.test/',
  'https://www.google.com/search?q=https://example.org/',
  'https://www.google.com/url?q=javascript:alert(1)',
  'https://www.google.com.evil.test/url?q=https://example.org/',
  'not an address',
  '/blog/own',
])('unwrapRedirect leaves %s alone', (address) => {
  expect(unwrapRedirect(address)).toBe(address);
});
