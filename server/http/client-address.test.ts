import { expect, test } from 'vitest';

import { createTrustedProxies } from '../settings/trusted-proxies.ts';
import { clientAddress } from './client-address.ts';

const trusted = createTrustedProxies(['10.0.0.0/8', '127.0.0.1', 'fd00::/8']);

test.each<[string, string | undefined, string | undefined, string]>([
  ['an untrusted peer counts with the address of its socket', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy speaks for its client', '10.0.0.7', '198.51.100.1', '198.51.100.1'],
  ['what a client put in front is not believed', '10.0.0.7', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['a chain of trusted proxies is walked', '10.0.0.7', '198.51.100.1, 10.0.0.8, 10.0.0.9', '198.51.100.1'],
  ['a chain of nothing but proxies ends at the first', '10.0.0.7', '10.0.0.8', '10.0.0.8'],
  ['a broken entry ends the walk', '10.0.0.7', '198.51.100.1, unknown', '10.0.0.7'],
  ['a wrapped IPv4 address is unwrapped', '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['ports and brackets are dropped', '127.0.0.1', '[2001:DB8::1]:4711', '2001:db8::1'],
  ['a zone is dropped', 'fe80::1%eth0', undefined, 'fe80::1'],
  ['a socket that is gone has no address', undefined, '198.51.100.1', ''],
])('%s', (_, peer, forwarded, expected) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
});

test.each(['proxy.internal', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', ''])('%s is no proxy', (entry) => {
  expect(() => createTrustedProxies([entry])).toThrow(RangeError);
});
