import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { bounceAddress, readBounceAddress } from './bounce-address.ts';

const secret = Buffer.alloc(32, 1);
const id = randomUUID();
const address = bounceAddress('bounces@firm.test', id, secret);

test('readBounceAddress gives the recipient back, also in capitals', () => {
  expect(address).toMatch(/^bounces\+[0-9a-f]{32}-[0-9a-f]{16}@firm\.test$/);
  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  expect([readBounceAddress(address, secret), readBounceAddress(address.toUpperCase(), secret)]).toEqual([
    id,
    id,
  ]);
});

test('readBounceAddress refuses an address with any character changed, another secret, and other texts', () => {
  const changed = Array.from(address.slice(0, address.indexOf('@')), (character, at) =>
    [address.slice(0, at), character === '0' ? '1' : '0', address.slice(at + 1)].join(''),
  );
  // The name before the + is the mailbox's own and not signed.
  const signed = changed.slice('bounces'.length);
  expect(signed).toHaveLength(50);
  expect(signed.map((text) => readBounceAddress(text, secret))).toEqual(signed.map(() => null));
  expect(readBounceAddress(address, Buffer.alloc(32, 2))).toBe(null);
  for (const text of ['', '@', 'bounces@firm.test', `bounces+${id}@firm.test`, '+'.repeat(400)]) {
    expect(readBounceAddress(text, secret)).toBe(null);
  }
});
