import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { updateInstallation } from '#db/queries/installation.ts';
import type { Database } from '#db/client.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { limitAttempts, networkOf } from '#domain/limits/limit-attempts.ts';
import { test } from '#tests/database.ts';
import { addStoredPasskey, contextAs, contextOn, plainHash, unknownBrowser } from '#tests/factories.ts';
import { inviteAdmin } from '../invitations/invite-admin.ts';
import { openLink } from '../links.ts';
import { createToken } from '#domain/core/secrets.ts';
import { knowDevice } from '../sessions/devices.ts';
import { findSession, startSession } from '../sessions/sessions.ts';
import { proveBySingleSignOn } from './prove-again.ts';
import { refusalLimits } from '../sign-in-limits.ts';
import { signInWithSingleSignOn } from './sign-in-with-single-sign-on.ts';
import type { Identity } from '../single-sign-on.ts';

const auth = { ...plainHash, verifyPassword: async () => false };
const site = 'http://firm.test/admin/login/sso/callback';

/** An issuer whose answers are proved, and name this person; null where they are not proved. */
function answering(identity: Partial<Identity> | null, sessionId: string | null = null) {
  const person = { subject: 'anna', email: null, name: null, hasTwoFactors: false, signedInAt: new Date() };
  const request = {
    state: createToken(),
    nonce: '',
    codeVerifier: '',
    signInAfter: null,
    sessionId,
    from: '/admin',
    expiresAt: new Date(Date.now() + 60_000),
  };
  const issuer = {
    issuer: 'https://issuer.test/',
    authorizationUrl: async () => new URL('https://issuer.test/'),
    identify: async () => identity && { ...person, ...identity },
  };
  return { issuer, request, callback: new URL(`${site}?state=${request.state}`) };
}

function signIn(
  ctx: DomainContext,
  identity: Partial<Identity> | null,
  { device = null, state = null }: { device?: string | null; state?: string | null } = {},
) {
  const { issuer, ...sent } = answering(identity);
  if (state !== null) sent.callback.searchParams.set('state', state);
  return signInWithSingleSignOn(ctx, auth, issuer, { ...sent, browser: { userAgent: null, device } });
}

const refused = { ok: false, status: 401 };
const lastSession = (db: Database) =>
  db.selectFrom('sessions').selectAll().orderBy('created_at', 'desc').executeTakeFirstOrThrow();

describe('signInWithSingleSignOn', () => {
  test('binds an account by its address once, then follows the subject at the issuer', async ({ db }) => {
    const { userId, email } = (await contextAs(db, 'editor')).actor;
    const ctx = contextOn(db);
    await openLink(db, { userId, purpose: 'password-reset' });
    expect(await signIn(ctx, { subject: 'anna', email })).toMatchObject({ ok: true, userId });
    expect(await db.selectFrom('account_links').select('user_id').execute()).toEqual([]);
    expect(await signIn(ctx, { subject: 'anna', email: 'married@firm.test' })).toMatchObject({
      ok: true,
      userId,
    });
    expect(await signIn(ctx, { subject: 'successor', email })).toMatchObject(refused);
    await sql`delete from admin_users where user_id = ${userId}`.execute(db);
    expect(await signIn(ctx, { subject: 'anna', email })).toMatchObject(refused);
  });

  test('refuses whom the issuer does not prove, and who is not known here', async ({ db }) => {
    const { userId, email } = (await contextAs(db, 'editor')).actor;
    await db.insertInto('users').values({ email: 'no-role@firm.test', email_verified: true }).execute();
    const people = [null, { email: null }, { email: 'unknown@firm.test' }, { email: 'no-role@firm.test' }];
    for (const person of people) expect(await signIn(contextOn(db), person)).toMatchObject(refused);
    await sql`update users set email_verified = false where id = ${userId}`.execute(db);
    expect(await signIn(contextOn(db), { email })).toMatchObject(refused);
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([]);
  });

  test('takes over an account that another person made when its address is invited', async ({ db }) => {
    const email = 'claimed@firm.test';
    await db.insertInto('users').values({ email, password_hash: 'plain:theirs' }).execute();
    await inviteAdmin(await contextAs(db, 'admin'), { email, role: 'editor' });
    expect(await signIn(contextOn(db), { email })).toMatchObject({ ok: true, email });
    const { rows } =
      await sql`select password_hash, email_verified from users where email = ${email}`.execute(db);
    expect(rows).toEqual([{ password_hash: null, email_verified: true }]);
  });

  test('an answer is taken once', async ({ db }) => {
    const { email } = (await contextAs(db, 'editor')).actor;
    const { issuer, ...sent } = answering({ email });
    const send = () =>
      signInWithSingleSignOn(contextOn(db), auth, issuer, { ...sent, browser: unknownBrowser });
    expect([await send(), await send()]).toMatchObject([{ ok: true }, refused]);
  });

  test('needs a second factor where the issuer did not ask for two', async ({ db }) => {
    const { email } = (await contextAs(db, 'editor')).actor;
    await updateInstallation(db, { second_factor: 'everybody' });
    expect(await signIn(contextOn(db), { email })).toMatchObject({ missing: 'set-up' });
    expect(await signIn(contextOn(db), { email, hasTwoFactors: true })).toMatchObject({ missing: null });
  });

  test('proves who the user is as of the time when the issuer asked them', async ({ db }) => {
    const { email } = (await contextAs(db, 'editor')).actor;
    const anHourAgo = new Date(Math.floor(Date.now() / 1_000 - 3_600) * 1_000);
    for (const [signedInAt, provedAt] of [
      [anHourAgo, anHourAgo],
      [null, new Date(0)],
      [new Date(Date.now() + 3_600_000), new Date(0)],
    ] as const) {
      await sql`delete from sessions`.execute(db);
      await signIn(contextOn(db), { email, signedInAt });
      expect((await lastSession(db)).proved_at).toEqual(provedAt);
    }
  });

  test('refusals are limited for a network, and a known browser has its own allowance', async ({ db }) => {
    const ctx = contextOn(db, { rateLimits: true });
    const limits = refusalLimits('single-sign-on', networkOf(ctx.clientAddress), null);
    for (let n = 0; n < 49; n += 1) await limitAttempts(ctx, limits);
    // Without the state of a request nothing was asked, and nothing is counted.
    for (let n = 0; n < 3; n += 1)
      expect(await signIn(ctx, null, { state: 'made-up' })).toMatchObject(refused);
    expect(await signIn(ctx, null)).toMatchObject(refused);
    await expect(signIn(ctx, null)).rejects.toMatchObject({ kind: 'too-many' });
    const device = 'd'.repeat(32);
    await knowDevice(ctx, (await contextAs(db, 'editor')).actor, device);
    expect(await signIn(ctx, null, { device })).toMatchObject(refused);
    await expect(signIn(ctx, null, { device: 'e'.repeat(32) })).rejects.toMatchObject({ kind: 'too-many' });
  });
});

test('proveBySingleSignOn takes only the bound user, in the session that asked', async ({ db, ctx }) => {
  const { email, userId } = ctx.actor;
  const colleague = { email: (await contextAs(db, 'editor')).actor.email, subject: 'colleague' };
  await signIn(ctx, { email });
  await signIn(ctx, colleague);
  const headers = async () => {
    const { setCookies } = await startSession(ctx, userId, { factor: 'oidc-mfa' }, null);
    return new Headers({ cookie: setCookies[0]?.split(';')[0] ?? '' });
  };
  const session = await findSession(ctx, await headers());
  const other = await findSession(ctx, await headers());
  const prove = (identity: Partial<Identity> | null, from = session) => {
    const { issuer, ...sent } = answering(identity, session?.sessionId ?? '');
    return proveBySingleSignOn(ctx, auth, issuer, { ...sent, session: from, device: null });
  };
  const outcomes = async () => [
    await prove({ email }),
    await prove({ email, hasTwoFactors: true }),
    await prove({ email, subject: randomUUID(), hasTwoFactors: true }),
    await prove({ ...colleague, hasTwoFactors: true }),
    await prove({ email, hasTwoFactors: true }, other),
    await prove(null),
  ];
  expect(await outcomes()).toEqual([true, true, false, false, false, false]);
  await addStoredPasskey(db, userId);
  await updateInstallation(db, { second_factor: 'everybody' });
  expect(await outcomes()).toEqual([false, true, false, false, false, false]);
});
