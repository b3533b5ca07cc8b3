import { describe, expect, test } from 'vitest';

import { missingFactor, needsSecondFactor, type FactorState } from './factor.ts';

const editor: FactorState = {
  factor: 'password',
  role: 'editor',
  hasAuthenticator: false,
  hasPasskey: false,
  policy: 'none',
};

describe('missingFactor', () => {
  test.for<[string, Partial<FactorState>, ReturnType<typeof missingFactor>]>([
    ['a password where no one needs more', {}, null],
    ['a password with a passkey where no one needs more', { hasPasskey: true }, null],
    ['a password with an authenticator app', { hasAuthenticator: true }, 'prove'],
    ['a password where everybody needs more', { policy: 'everybody' }, 'set-up'],
    [
      'a password where everybody needs more, with a passkey',
      { policy: 'everybody', hasPasskey: true },
      'prove',
    ],
    ['a password of an editor where admins need more', { policy: 'admins' }, null],
    ['a password of an admin where admins need more', { policy: 'admins', role: 'admin' }, 'set-up'],
    ['a passkey', { factor: 'passkey', policy: 'everybody', hasAuthenticator: true }, null],
    ['a password and a code', { factor: 'password-and-code', policy: 'everybody' }, null],
    ['a user without a role', { role: null, policy: 'everybody', hasAuthenticator: true }, null],
  ])('%s', ([, change, missing]) => {
    expect(missingFactor({ ...editor, ...change })).toBe(missing);
  });
});

test('needsSecondFactor counts super admins as admins', () => {
  expect(needsSecondFactor('admins', 'super_admin')).toBe(true);
  expect(needsSecondFactor('admins', 'editor')).toBe(false);
});
