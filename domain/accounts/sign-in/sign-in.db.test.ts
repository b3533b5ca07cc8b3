import { randomBytes, randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { createPasskeys } from '#adapters/passkeys.ts';
import { isDomainError } from '#domain/core/errors.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { limitAttempts, networkOf } from '#domain/limits/limit-attempts.ts';
import { test } from '#tests/database.ts';
import {
  addAuthenticator,
  addStoredPasskey,
  contextAs,
  contextOn,
  unknownBrowser,
} from '#tests/factories.ts';
import { authenticatorKey } from '../factors/check-code.ts';
import { stepAt, totpCode } from '../factors/totp.ts';
import { encryptSecret } from '#domain/core/secrets.ts';
import { maxPendingSessionsPerUser, maxSessionsPerUser } from '../sessions/sessions.ts';
import {
  maxSignInsPerAccount,
  maxSignInsPerNetwork,
  refusalLimits,
  signInLimits,
  signInSuccessLimits,
} from '../sign-in-limits.ts';
import { knowDevice } from '../sessions/devices.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { proveSecondFactor } from './prove-second-factor.ts';
import { signIn } from './sign-in.ts';

const password = 'correct horse';

/** Knows one password, and counts how many passwords were checked and hashed. */
function accounts(): SignInAuth & { checked: () => number; hashed: () => number } {
  let checked = 0;
  let hashed = 0;
  return {
    passkeys: createPasskeys({ own: 'http://localhost:3000', aliases: [] }),
    checked: () => checked,
    hashed: () => hashed,
    async hashPassword(typed) {
      hashed += 1;
      return `plain:${typed}`;
    },
    async verifyPassword({ hash, password: typed }) {
      checked += 1;
      return hash === `plain:${typed}`;
    },
  };
}

type SignInAuth = Parameters<typeof signIn>[1];

/** Signs in `times` times. @returns how often it was let in, refused, and turned away unchecked. */
async function signInOften(
  ctx: Parameters<typeof signIn>[0],
  auth: SignInAuth,
  typed: { email: string; password: string },
  times: number,
  device: string | null = null,
): Promise<{ in: number; wrong: number; limited: number }> {
  const counts = { in: 0, wrong: 0, limited: 0 };
  for (let n = 0; n < times; n += 1) {
    try {
      const { ok } = await signIn(ctx, auth, typed, { userAgent: null, device });
      counts[ok ? 'in' : 'wrong'] += 1;
    } catch (error) {
      if (!isDomainError(error) || error.kind !== 'too-many') throw error;
      counts.limited += 1;
    }
  }
  return counts;
}

/** Counts as many successful sign-ins of an account as if they had happened. */
async function countSignIns(ctx: DomainContext, email: string, times: number): Promise<void> {
  const limits = signInSuccessLimits(email, networkOf(ctx.clientAddress));
  for (let n = 0; n < times; n += 1) await limitAttempts(ctx, limits);
}

describe('successful sign-ins', () => {
  test('of one account are limited over all networks, before the password is checked', async ({ db }) => {
    const { email } = (await contextAs(db, 'editor')).actor;
    const auth = accounts();
    const from = (clientAddress: string) => contextOn(db, { rateLimits: true, clientAddress });
    await countSignIns(from('192.0.2.3'), email, maxSignInsPerAccount - 20);
    const here = await signInOften(from('192.0.2.1'), auth, { email, password }, 10);
    const there = await signInOften(from('192.0.2.2'), auth, { email, password }, 15);
    expect([here, there]).toEqual([
      { in: 10, wrong: 0, limited: 0 },
      { in: 10, wrong: 0, limited: 5 },
    ]);
    expect(auth.checked()).toBe(20);
  });

  test('of one network are limited, for all accounts together', async ({ db }) => {
    const auth = accounts();
    const ctx = contextOn(db, { rateLimits: true });
    for (const email of ['one@firm.test', 'two@firm.test']) {
      await countSignIns(ctx, email, maxSignInsPerNetwork / 2 - 5);
    }
    const { email } = (await contextAs(db, 'editor')).actor;
    expect(await signInOften(ctx, auth, { email, password }, 12)).toEqual({ in: 10, wrong: 0, limited: 2 });
  });

  test('are not used up by wrong passwords', async ({ db }) => {
    const { email } = (await contextAs(db, 'editor')).actor;
    const auth = accounts();
    const ctx = contextOn(db, { rateLimits: true });
    const right = { email, password };
    await countSignIns(ctx, email, maxSignInsPerAccount - 1);
    const wrong = await signInOften(ctx, auth, { email, password: 'wrong horse' }, 5);
    expect(wrong).toEqual({ in: 0, wrong: 5, limited: 0 });
    expect(await signInOften(ctx, auth, right, 2)).toEqual({ in: 1, wrong: 0, limited: 1 });
  });

  test('an unconfirmed account that is signed in to again and again is limited too', async ({ db }) => {
    const ctx = contextOn(db, { rateLimits: true, emailConfirmation: true });
    const typed = { email: 'new@firm.test', password };
    await sql`insert into users (email, password_hash)
      values (${typed.email}, ${`plain:${password}`})`.execute(db);
    const auth = accounts();
    await countSignIns(ctx, typed.email, maxSignInsPerAccount - 1);
    expect(await signInOften(ctx, auth, typed, 2)).toEqual({ in: 0, wrong: 1, limited: 1 });
  });
});

describe('wrong passwords', () => {
  test('a browser that signed in before has ten tries of its own in a full network', async ({ db }) => {
    const [one, other] = [(await contextAs(db, 'editor')).actor, (await contextAs(db, 'editor')).actor];
    const ctx = contextOn(db, { rateLimits: true });
    const auth = accounts();
    const device = 'd'.repeat(32);
    await knowDevice(ctx, one, device);
    const limits = signInLimits(one.email, networkOf(ctx.clientAddress), { isNetwork: true, device: null });
    for (const limit of limits)
      for (let n = 0; n < limit.maxAttempts; n += 1) await limitAttempts(ctx, [limit]);
    const tries = (by: string | null, typed: string, times = 1, { email } = one) =>
      signInOften(ctx, auth, { email, password: typed }, times, by);
    const limited = { in: 0, wrong: 0, limited: 1 };
    expect(await tries(null, password)).toEqual(limited);
    expect(await tries('x'.repeat(32), password)).toEqual(limited);
    expect(await tries(device, password, 1, other)).toEqual(limited);
    expect(await tries(device, password)).toMatchObject({ in: 1 });
    expect(await tries(device, 'wrong horse', 12)).toEqual({ in: 0, wrong: 10, limited: 2 });
  });
});

describe('sessions of one user', () => {
  test('are limited: the one unused for longest ends first, and other users keep theirs', async ({ db }) => {
    const [one, other] = [(await contextAs(db, 'editor')).actor, (await contextAs(db, 'editor')).actor];
    const auth = accounts();
    const ctx = contextOn(db);
    await signInOften(ctx, auth, { email: other.email, password }, 1);
    const ids = async (userId: string) =>
      (
        await sql<{ id: string }>`
          select id from sessions where user_id = ${userId} order by used_at`.execute(db)
      ).rows.map(({ id }) => id);
    await signInOften(ctx, auth, { email: one.email, password }, maxSessionsPerUser);
    await sql`update sessions set used_at = now() - make_interval(mins => o.n::int) from (
      select id, row_number() over () as n from sessions where user_id = ${one.userId}) o(id, n)
      where sessions.id = o.id`.execute(db);
    const before = await ids(one.userId);
    expect(before).toHaveLength(maxSessionsPerUser);
    // The first is in use: it is not the one to go.
    await sql`update sessions set used_at = now() where id = ${before[0]}`.execute(db);
    await signInOften(ctx, auth, { email: one.email, password }, 2);
    const after = await ids(one.userId);
    expect(after).toHaveLength(maxSessionsPerUser);
    expect(before.filter((id) => !after.includes(id))).toEqual(before.slice(1, 3));
    expect(await ids(other.userId)).toHaveLength(1);
  });

  test('that lack a second factor are few, and push out no other', async ({ db }) => {
    const { userId, email } = (await contextAs(db, 'editor')).actor;
    await sql`insert into sessions (user_id, token_hash, used_at)
      select ${userId}, ('session ' || n)::bytea, now() - interval '1 day'
      from generate_series(1, ${maxSessionsPerUser}::int) n`.execute(db);
    await addAuthenticator(db, userId);
    await signInOften(contextOn(db), accounts(), { email, password }, 20);
    const { rows } = await sql`
      select is_pending, count(*)::int as n from sessions
      where user_id = ${userId} group by 1 order by 1`.execute(db);
    expect(rows).toEqual([
      { is_pending: false, n: maxSessionsPerUser },
      { is_pending: true, n: maxPendingSessionsPerUser },
    ]);
  });

  test('are at most so many also when many start at once', async ({ own }) => {
    const { actor } = await contextAs(own.db, 'editor');
    const auth = accounts();
    const ctx = contextOn(own.db);
    await sql`insert into sessions (user_id, token_hash)
      select ${actor.userId}, ('session ' || n)::bytea
      from generate_series(1, ${maxSessionsPerUser}::int) n`.execute(own.db);
    await Promise.all(
      Array.from({ length: 20 }, () => signIn(ctx, auth, { email: actor.email, password }, unknownBrowser)),
    );
    const { rows } = await sql`select id from sessions`.execute(own.db);
    expect(rows).toHaveLength(maxSessionsPerUser);
  });
});

const credential = (id: string) => JSON.stringify({ id, response: {} });

describe('refused passkeys', () => {
  test('count only when they name a stored one; a known browser has its own allowance', async ({ db }) => {
    const { userId, email } = (await contextAs(db, 'editor')).actor;
    const ctx = contextOn(db, { rateLimits: true });
    const auth = accounts();
    await addStoredPasskey(db, userId);
    const send = (id: string, device: string | null = null) =>
      signInWithPasskey(ctx, auth, credential(id), { userAgent: null, device });
    for (let n = 0; n < 60; n += 1) expect(await send('junk')).toMatchObject({ ok: false, status: 401 });
    const limits = refusalLimits('passkey', networkOf(ctx.clientAddress), null);
    for (let n = 0; n < 50; n += 1) await limitAttempts(ctx, limits);
    await expect(send('stored')).rejects.toMatchObject({ kind: 'too-many' });

    const device = 'd'.repeat(32);
    await knowDevice(ctx, { userId, email }, device);
    expect(await send('stored', device)).toMatchObject({ ok: false, status: 401 });
    await expect(send('stored', 'e'.repeat(32))).rejects.toMatchObject({ kind: 'too-many' });
  });
});

describe('codes of an authenticator app', () => {
  test('guessed for a day: 50 are checked, ten in 15 minutes, not even the right one', async ({ db }) => {
    const { userId, email } = (await contextAs(db, 'editor')).actor;
    const now = new Date();
    const ctx = contextOn(db, { rateLimits: true, now: () => now });
    const secret = randomBytes(20);
    await addAuthenticator(db, userId, encryptSecret(authenticatorKey(ctx), secret, userId));
    const pending = { sessionId: randomUUID(), userId, email, factor: 'password' as const };
    const isLookedAt = async (code: string) => {
      try {
        const answer = await proveSecondFactor(ctx, accounts(), pending, { code }, unknownBrowser);
        expect(answer).toMatchObject({ ok: false, status: 401 });
        return true;
      } catch (error) {
        if (isDomainError(error) && error.kind === 'too-many') return false;
        throw error;
      }
    };
    const right = [-1, 0, 1].map((offset) => totpCode(secret, stepAt(now) + offset));
    const wrong = Array.from({ length: 15 }, (_, n) => String(n).padStart(6, '0')).filter(
      (code) => !right.includes(code),
    );
    const lookedAt: number[] = [];
    for (let quarter = 0; quarter < 8; quarter += 1) {
      let count = 0;
      for (const code of wrong) if (await isLookedAt(code)) count += 1;
      lookedAt.push(count);
      await sql`update attempts
        set made_at = array(select t - interval '16 minutes' from unnest(made_at) t)`.execute(db);
    }
    expect(lookedAt).toEqual([10, 10, 10, 10, 10, 0, 0, 0]);
    expect(await isLookedAt(right[1] ?? '')).toBe(false);
  });

  test('and passkeys that are wrong take as many hashes as a wrong password', async ({ db }) => {
    const { userId, email } = (await contextAs(db, 'editor')).actor;
    await addStoredPasskey(db, userId);
    for (const emailConfirmation of [false, true]) {
      const ctx = contextOn(db, { emailConfirmation });
      const hashes = async (attempt: (auth: SignInAuth) => Promise<unknown>) => {
        const auth = accounts();
        expect(await attempt(auth)).toMatchObject({ ok: false, status: 401 });
        return auth.checked() + auth.hashed();
      };
      const pending = { sessionId: randomUUID(), userId, email, factor: 'password' as const };
      const ways = [
        (auth: SignInAuth) => signIn(ctx, auth, { email, password: 'wrong' }, unknownBrowser),
        (auth: SignInAuth) => signIn(ctx, auth, { email: 'x@y.test', password: 'wrong' }, unknownBrowser),
        (auth: SignInAuth) => signInWithPasskey(ctx, auth, credential('stored'), unknownBrowser),
        (auth: SignInAuth) => proveSecondFactor(ctx, auth, pending, { code: '000000' }, unknownBrowser),
      ];
      const counts = new Set(await Promise.all(ways.map(hashes)));
      expect(counts).toEqual(new Set([emailConfirmation ? 2 : 1]));
    }
  });
});
