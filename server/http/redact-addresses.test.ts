import { expect, test } from 'vitest';

import { redactAddresses } from './redact-addresses.ts';

test.each([
  ['550 5.1.1 <ada@visitor.test>: unknown', '550 5.1.1 <(an address)>: unknown'],
  ['rejected: ada.b+c@visitor.test, ben@x.test', 'rejected: (an address), (an address)'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
])('%s', (said, logged) => {
  expect(redactAddresses(said)).toBe(logged);
});

test('a long text takes no time', () => {
  const started = performance.now();
  redactAddresses('a'.repeat(100_000));
  redactAddresses('@'.repeat(100_000));
  expect(performance.now() - started).toBeLessThan(1_000);
});
