import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { createPasskeys } from '#adapters/passkeys.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { test } from '#tests/database.ts';
import { contextAs, contextOn, emailsIn, mailing, plainHash, unknownBrowser } from '#tests/factories.ts';
import { createPasskeyDevice } from '#tests/passkey-device.ts';
import { secretOf } from '#tests/totp-app.ts';
import { finishAuthenticator, startAuthenticator } from '../factors/authenticator.ts';
import { addPasskey, passkeyRegistrationOptions } from '../factors/manage-passkeys.ts';
import { passkeyRequestOptions } from '../passkeys.ts';
import { stepAt, totpCode } from '../factors/totp.ts';
import { grantRole } from './grant-role.ts';
import { deriveKey } from '#domain/core/secrets.ts';
import { startSession } from '../sessions/sessions.ts';
import { finishSignIn } from '../sign-in/finish-sign-in.ts';
import { proveSecondFactor } from '../sign-in/prove-second-factor.ts';
import { signInWithPasskey } from '../sign-in/sign-in-with-passkey.ts';

const auth = (origin = 'http://localhost') => ({
  ...plainHash,
  verifyPassword: async () => true,
  passkeys: createPasskeys({ own: origin, aliases: [] }),
});

const lostSecret = { deriveKey: (purpose: string) => deriveKey('another secret', purpose) };
const wrongClock = { now: () => new Date(Date.now() - 3_600_000) };

test.for<[string, Partial<DomainContext>]>([
  ['the secret of the site is lost', lostSecret],
  ['the clock of the server is wrong', wrongClock],
])('where %s a code is refused, and a recovery code signs in once', async ([, change], { db, ctx }) => {
  const { userId, email } = ctx.actor;
  const { secret } = await startAuthenticator(ctx);
  const code = (step: number) => totpCode(secretOf(secret), stepAt(ctx.now()) + step);
  const [recoveryCode = ''] = await finishAuthenticator(ctx, code(0));
  const later = contextOn(db, change);
  const prove = async (typed: string) => {
    const { sessionId } = await startSession(later, userId, { factor: 'password', isPending: true }, null);
    const pending = { sessionId, userId, email, factor: 'password' } as const;
    return (await proveSecondFactor(later, auth(), pending, { code: typed }, unknownBrowser)).ok;
  };
  expect([await prove(code(1)), await prove(recoveryCode), await prove(recoveryCode)]).toEqual([
    false,
    true,
    false,
  ]);
  const used = db.selectFrom('activity').select('after').where('action', '=', 'recovery-code-used');
  expect(await used.execute()).toEqual([{ after: { left: 9 } }]);
});

test('after the domain has changed a passkey is refused, and a new one is added', async ({ ctx }) => {
  const signInAt = async (origin: string) => {
    const own = auth(origin);
    const device = createPasskeyDevice(origin);
    const options = await passkeyRegistrationOptions(ctx, own.passkeys);
    await addPasskey(ctx, own.passkeys, { name: 'A', credential: device.register(options) });
    return async (at: string) => {
      const { passkeys } = auth(at);
      const { challenge } = passkeyRequestOptions(ctx, passkeys, 'sign-in');
      return (await signInWithPasskey(ctx, auth(at), device.answer(challenge), unknownBrowser)).ok;
    };
  };
  const before = await signInAt('http://localhost');
  const after = await signInAt('http://firm.localhost');
  expect(await before('http://localhost')).toBe(true);
  expect(await before('http://firm.localhost')).toBe(false);
  expect(await after('http://firm.localhost')).toBe(true);
});

test('grantRole gives a role back, also that of the last super admin', async ({ db }) => {
  const { userId, email } = (await contextAs(db, 'super_admin')).actor;
  await sql`delete from admin_users`.execute(db);
  await grantRole(contextOn(db), { email, role: 'super_admin' });
  const rows = await db.selectFrom('admin_users').select(['user_id', 'role']).execute();
  expect(rows).toEqual([{ user_id: userId, role: 'super_admin' }]);
});

test('finishSignIn emails the owner about a new browser, not a known or the first one', async ({ db }) => {
  const { actor } = await contextAs(db, 'editor');
  const ctx = contextOn(db, mailing);
  const emails = async (device: string | null) => {
    await sql`delete from jobs`.execute(db);
    await finishSignIn(ctx, actor, { factor: 'password' }, { userAgent: null, device });
    return (await emailsIn(db)).map(({ subject }) => subject);
  };
  const device = randomUUID().replaceAll('-', '');
  expect(await emails(device)).toEqual([]);
  expect(await emails(device)).toEqual([]);
  expect(await emails(null)).toEqual(['New sign-in to your account']);
});
