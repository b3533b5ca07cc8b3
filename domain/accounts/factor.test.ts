import { describe, expect, test } from 'vitest';

import { requireFreshProof } from '#domain/core/context.ts';
import { missingFactor, needsSecondFactor, type FactorState, type SignInFactor } from './factor.ts';

const editor: FactorState = { role: 'editor', has_authenticator: false, has_passkey: false, policy: 'none' };

describe('missingFactor', () => {
  test.for<[string, Partial<FactorState> & { factor?: SignInFactor }, ReturnType<typeof missingFactor>]>([
    ['a password where no one needs more', {}, null],
    ['a password with a passkey where no one needs more', { has_passkey: true }, null],
    ['a password with an authenticator app', { has_authenticator: true }, 'prove'],
    ['a password where everybody needs more', { policy: 'everybody' }, 'set-up'],
    ['a password with a passkey where more is needed', { policy: 'everybody', has_passkey: true }, 'prove'],
    ['a password of an editor where admins need more', { policy: 'admins' }, null],
    ['a password of an admin where admins need more', { policy: 'admins', role: 'admin' }, 'set-up'],
    ['single sign-on where everybody needs more', { factor: 'oidc', policy: 'everybody' }, 'set-up'],
    ['single sign-on with an authenticator app', { factor: 'oidc', has_authenticator: true }, 'prove'],
    ['single sign-on with two factors', { factor: 'oidc-mfa', policy: 'everybody', has_passkey: true }, null],
    ['a passkey', { factor: 'passkey', policy: 'everybody', has_authenticator: true }, null],
    ['a password and a code', { factor: 'password-and-code', policy: 'everybody' }, null],
    ['a user without a role', { role: null, policy: 'everybody', has_authenticator: true }, null],
  ])('%s', ([, { factor = 'password', ...change }, missing]) => {
    expect(missingFactor(factor, { ...editor, ...change })).toBe(missing);
  });
});

test('needsSecondFactor counts super admins as admins', () => {
  expect(needsSecondFactor('admins', 'super_admin')).toBe(true);
  expect(needsSecondFactor('admins', 'editor')).toBe(false);
});

test('requireFreshProof takes a proof for ten minutes', async () => {
  const actor = { userId: 'one', email: 'one@firm.test', name: null, role: 'editor' } as const;
  const proved = (secondsAgo: number) => () => {
    const provedAt = new Date(Date.now() - secondsAgo * 1_000);
    return requireFreshProof({
      actor,
      session: { id: 'one', factor: 'password', provedAt },
      now: () => new Date(),
    });
  };
  expect(proved(595)).not.toThrow();
  expect(proved(601)).toThrow('Confirm that it is you to go on.');
});
