import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { decryptSecret, encryptSecret } from './secrets.ts';

test('an encrypted secret is read with its key for its owner, and in no other way', () => {
  const key = randomBytes(32);
  const secret = randomBytes(20);
  const stored = encryptSecret(key, secret, 'user-1');
  expect(stored.includes(secret)).toBe(false);
  expect(decryptSecret(key, stored, 'user-1')).toEqual(secret);
  expect(decryptSecret(key, stored, 'user-2')).toBeNull();
  expect(decryptSecret(randomBytes(32), stored, 'user-1')).toBeNull();
  expect(decryptSecret(key, stored.subarray(0, 20), 'user-1')).toBeNull();
});
