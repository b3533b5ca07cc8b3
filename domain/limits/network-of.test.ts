import { expect, test } from 'vitest';

import { networkOf } from './limit-attempts.ts';

test('an IPv4 address is its own network', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf(null)).toBe('');
});

test.each([
  '2001:db8:0:1::1',
  '2001:db8:0:1::ffff',
  '2001:DB8:0:1:a:b:c:d',
  '2001:0db8:0000:0001:0000:0000:0000:0001',
  '2001:db8:0:1::192.0.2.7',
])('%s is in one /64 with its spellings and neighbors', (address) => {
  expect(networkOf(address)).toBe('2001:db8:0:1::');
});

test.each([
  ['::1', '0:0:0:0::'],
  ['fe80::1', 'fe80:0:0:0::'],
  ['2001:db8:0:2::1', '2001:db8:0:2::'],
  ['1:2:3::', '1:2:3:0::'],
])('%s → %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
