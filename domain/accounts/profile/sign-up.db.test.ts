import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

import { createPasskeys } from '#adapters/passkeys.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { useDatabase } from '#tests/database.ts';
import { contextOn, emailsIn, mailing, plainPasswords, unknownBrowser } from '#tests/factories.ts';
import type { Auth } from '../auth.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { maxSignUpsPerDay, signUp } from './sign-up.ts';

const taken = { email: 'owner@firm.test', password: 'correct horse battery' };

const { db } = useDatabase();

beforeEach(async () => {
  await sql`truncate users, jobs, attempts cascade`.execute(db);
  const { auth, ctx } = site(false);
  await signUp(ctx, auth, taken, null);
  await sql`update users set email_verified = true`.execute(db);
});

/** A site with or without confirmation of addresses. */
function site(emailConfirmation: boolean): { auth: Auth; ctx: DomainContext } {
  const ctx = contextOn(db, { emailConfirmation, ...mailing });
  const passkeys = createPasskeys({ own: ctx.origin, aliases: [] });
  const auth = { ...plainPasswords, passkeys, singleSignOn: null };
  return { auth, ctx };
}

/** The content of the answer, the address aside. */
async function answerTo(
  { auth, ctx }: ReturnType<typeof site>,
  input: { email: string; password: string },
): Promise<string> {
  const fields = { ...input, username: 'newcomer', display_name: 'Newcomer' };
  const { email, setCookies } = await signUp(ctx, auth, fields, null);
  expect(email).toBe(input.email);
  return setCookies.join();
}

describe('signing up where addresses are confirmed', () => {
  test('has the same answer for a free and a taken address, and emails the owner', async () => {
    const confirming = site(true);
    const free = { email: 'free@firm.test', password: 'correct horse battery' };
    const answers = [
      await answerTo(confirming, free),
      await answerTo(confirming, { ...free, email: taken.email }),
      await answerTo(confirming, free),
    ];
    expect(answers).toEqual(['', '', '']);
    expect(await emailsIn(db)).toMatchObject([
      { to: 'free@firm.test', subject: 'Confirm your email address' },
      { to: taken.email, subject: 'You already have an account' },
    ]);
  });

  test('tells the owner of an address once a day, however many attempts there are', async () => {
    const { auth, ctx } = site(true);
    const limited = { ...ctx, rateLimits: true };
    for (let n = 0; n < 3; n += 1)
      await signUp(limited, auth, { ...taken, password: `another one ${n}` }, null);
    expect(await emailsIn(db)).toHaveLength(1);
  });

  test('many at once with one free address are answered alike too', async () => {
    const confirming = site(true);
    const free = { email: 'free@firm.test', password: 'correct horse battery' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => answerTo(confirming, free)));
    expect(new Set(answers)).toEqual(new Set(['']));
  });

  test('takes the same time for a free and a taken address', async () => {
    const confirming = site(true);
    const timed = async (email: string) => {
      const started = performance.now();
      await answerTo(confirming, { email, password: 'correct horse battery' });
      return performance.now() - started;
    };
    // Longer than either takes; what each takes by itself is within it.
    expect(await timed('free@firm.test')).toBeGreaterThanOrEqual(499);
    expect(await timed(taken.email)).toBeGreaterThanOrEqual(499);
  });

  test('does not tell by a sign-in afterwards either: both are asked to confirm, and neither is signed in', async () => {
    const { auth, ctx } = site(true);
    const password = 'chosen by another person';
    for (const email of ['free@firm.test', taken.email]) {
      await signUp(ctx, auth, { email, password }, null);
      await signUp(ctx, auth, { email, password: 'chosen by another' }, null);
      expect(await signIn(ctx, auth, { email, password }, unknownBrowser), email).toMatchObject({
        ok: false,
        status: 403,
        message: 'Please check your email and confirm your account before signing in.',
      });
      for (const wrong of ['chosen by another', 'chosen by no one']) {
        const answer = await signIn(ctx, auth, { email, password: wrong }, unknownBrowser);
        expect(answer, email).toMatchObject({ ok: false, status: 401 });
      }
    }
    expect(await signIn(ctx, auth, taken, unknownBrowser)).toMatchObject({ ok: true });
  });

  test('a wrong password costs as many hashes whether or not there was a sign-up with the address', async () => {
    const { auth, ctx } = site(true);
    let hashes = 0;
    const counting: Auth = {
      ...auth,
      hashPassword: (password) => {
        hashes += 1;
        return auth.hashPassword(password);
      },
      verifyPassword: (check) => {
        hashes += 1;
        return auth.verifyPassword(check);
      },
    };
    await signUp(ctx, auth, { email: taken.email, password: 'chosen by another person' }, null);
    await signUp(ctx, auth, { email: 'free@firm.test', password: 'chosen by another person' }, null);
    for (const email of [taken.email, 'free@firm.test', 'unknown@firm.test']) {
      hashes = 0;
      await signIn(ctx, counting, { email, password: 'a wrong one' }, unknownBrowser);
      expect(hashes, email).toBe(2);
    }
  });
});

describe('signing up where addresses are not confirmed', () => {
  test('makes a user with a profile and a session, and gives no power', async () => {
    const free = { email: 'free@firm.test', password: 'correct horse battery' };
    expect(await answerTo(site(false), free)).toMatch(/^anyforge_session=/);
    const { rows } = await sql`
      select u.email_verified, p.display_name, p.username,
        (select count(*) from admin_users a where a.user_id = u.id) as admin
      from users u join profiles p on p.user_id = u.id where u.email = ${free.email}`.execute(db);
    expect(rows).toEqual([
      { email_verified: false, display_name: 'Newcomer', username: 'newcomer', admin: 0 },
    ]);
    await answerTo(site(false), { ...free, email: 'second@firm.test' });
    const second = await sql`select username from profiles p join users u on u.id = p.user_id
      where u.email = 'second@firm.test'`.execute(db);
    expect(second.rows).toEqual([{ username: null }]);
  });

  test('is off when the settings say so', async () => {
    const { auth, ctx } = site(false);
    const off = { ...ctx, signInWays: { ...ctx.signInWays, signUp: false } };
    await expect(signUp(off, auth, taken, null)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('a taken address is refused', async () => {
    await expect(answerTo(site(false), taken)).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('is limited to so many attempts per network and day, whatever became of them', async () => {
    const { auth, ctx } = site(false);
    const limited = { ...ctx, rateLimits: true, clientAddress: '192.0.2.1' };
    const attempt = (from: DomainContext) => signUp(from, auth, taken, null);
    for (let n = 0; n < maxSignUpsPerDay; n += 1)
      await expect(attempt(limited)).rejects.toMatchObject({ kind: 'conflict' });
    await sql`update attempts
      set made_at = array(select t - interval '23 hours' from unnest(made_at) t)`.execute(db);
    await expect(attempt(limited)).rejects.toMatchObject({ kind: 'too-many' });
    await expect(attempt({ ...limited, clientAddress: '192.0.2.2' })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});
