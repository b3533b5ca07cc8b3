import { hashPassword as hashByScrypt } from 'better-auth/crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createLog } from './log.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createAuth, sessionCookieName, type AuthOptions } from './auth.ts';
import { deleteEndedSessions } from '#db/queries/sessions.ts';
import { pendingSessionLife, sessionLife, type Auth } from '#domain/auth/auth.ts';
import { createAdminAccount } from '#domain/admins/create-account.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';

const origin = 'http://firm.test';
const from = { userAgent: 'Test', clientAddress: '192.0.2.7' };
const owner = { email: 'owner@firm.test', password: 'correct horse' };

let database: OwnDatabase;
let auth: Auth;

beforeAll(async () => {
  database = await createOwnDatabase();
  auth = authWith({});
  await createAdminAccount(database, auth, owner, 'super_admin');
});
afterAll(() => database.drop());

function authWith(overrides: Partial<AuthOptions>): Auth {
  return createAuth({
    db: database.db,
    log: createLog({ level: 'silent' }),
    origin,
    trustedOrigins: [],
    secret: 'a-secret-of-this-test-that-is-long-enough-0123456789',
    signUp: true,
    emailConfirmation: false,
    passwords: createPasswords(),
    singleSignOn: null,
    ...overrides,
  });
}

async function signIn(with_ = auth): Promise<Headers> {
  const result = await with_.signIn(owner, from);
  if (!result.ok) throw new Error(result.message);
  return new Headers({ cookie: result.setCookies.map((line) => line.split(';')[0]).join('; ') });
}

describe('signing in', () => {
  test('the right password starts a session that the database knows', async () => {
    const headers = await signIn();
    expect(await auth.findSession(headers)).toMatchObject({ email: owner.email });
    const { rows } = await sql`select ip_address, user_agent from sessions`.execute(database.db);
    expect(rows).toContainEqual({ ip_address: '192.0.2.7', user_agent: 'Test' });
  });

  test.for([
    { email: owner.email, password: 'wrong horse' },
    { email: 'unknown@firm.test', password: 'correct horse' },
    { email: owner.email, password: '' },
  ])('signIn answers %o with the same message', async (credentials) => {
    expect(await auth.signIn(credentials, from)).toMatchObject({
      ok: false,
      message: 'Invalid email or password. Please try again.',
    });
  });

  test('an unconfirmed address is named only after the right password', async () => {
    await sql`insert into users (email, name) values ('new@firm.test', 'New')`.execute(database.db);
    await sql`insert into accounts (user_id, provider_id, account_id, password)
      select id, 'credential', id::text, ${await auth.hashPassword('correct horse')} from users where email = 'new@firm.test'`.execute(
      database.db,
    );
    const strict = authWith({ emailConfirmation: true });
    expect(await strict.signIn({ email: 'new@firm.test', password: 'wrong horse' }, from)).toMatchObject({
      message: 'Invalid email or password. Please try again.',
    });
    expect(await strict.signIn({ email: 'new@firm.test', password: 'correct horse' }, from)).toMatchObject({
      ok: false,
      status: 403,
      message: 'Please check your email and confirm your account before signing in.',
    });
  });

  test('findSession returns null for a session id chosen by the client', async () => {
    const chosen = `${sessionCookieName(origin)}=chosen-by-the-client`;
    expect(await auth.findSession(new Headers({ cookie: chosen }))).toBeNull();
  });

  test('findSession returns null for a changed cookie', async () => {
    const cookie = (await signIn()).get('cookie') ?? '';
    const name = `${sessionCookieName(origin)}=`;
    const value = decodeURIComponent(cookie.slice(name.length));
    const [token = '', signature = ''] = value.split('.');
    for (const changed of [
      value.slice(0, -1),
      `${token}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${token}x.${signature}`,
      `${token}.`,
      token,
      `.${signature}`,
      '%',
      '',
    ]) {
      expect(await auth.findSession(new Headers({ cookie: name + changed })), changed).toBeNull();
    }
    expect(await auth.findSession(new Headers({ cookie: `a=b; ${name}${value};c=d` }))).not.toBeNull();
  });

  test('findSession finds no actor as soon as the role is removed', async () => {
    const headers = await signIn();
    expect(await auth.findSession(headers)).toMatchObject({
      actor: { email: owner.email, role: 'super_admin' },
    });
    await sql`update admin_users set role = 'editor'`.execute(database.db);
    expect(await auth.findSession(headers)).toMatchObject({ actor: { role: 'editor' } });
    const { rows } = await sql<{ user_id: string }>`delete from admin_users returning user_id`.execute(
      database.db,
    );
    expect(await auth.findSession(headers)).toMatchObject({ email: owner.email, actor: null });
    await sql`insert into admin_users (user_id, role) values (${rows[0]?.user_id}, 'super_admin')`.execute(
      database.db,
    );
  });

  test('sessions that are over are removed, the others stay', async () => {
    await sql`delete from sessions`.execute(database.db);
    for (const change of ['expires_at = now()', "updated_at = now() - interval '8 days'", 'id = id']) {
      await signIn();
      await sql`update sessions set ${sql.raw(change)}, ip_address = ${change} where ip_address = '192.0.2.7'`.execute(
        database.db,
      );
    }
    await deleteEndedSessions(database.db, {
      unusedSince: new Date(Date.now() - sessionLife.idle),
      pendingSince: new Date(Date.now() - pendingSessionLife),
    });
    const { rows } = await sql`select ip_address from sessions`.execute(database.db);
    expect(rows).toEqual([{ ip_address: 'id = id' }]);
  });

  test.for([
    'expires_at = now()',
    "updated_at = now() - interval '7 days 1 minute'",
    "created_at = now() - interval '30 days 1 minute'",
  ])('findSession returns null for a session past its life: %s', async (change) => {
    const headers = await signIn();
    await sql`update sessions set ${sql.raw(change)}`.execute(database.db);
    expect(await auth.findSession(headers)).toBeNull();
  });

  test('a session that is used lives on, but not beyond its end', async () => {
    const headers = await signIn();
    await sql`update sessions set updated_at = now() - interval '6 days', created_at = now() - interval '29 days'`.execute(
      database.db,
    );
    expect(await auth.findSession(headers)).not.toBeNull();
    const { rows } = await sql`select updated_at > now() - interval '1 minute' as used,
      expires_at <= now() + interval '30 days' as ends from sessions order by updated_at desc limit 1`.execute(
      database.db,
    );
    expect(rows).toEqual([{ used: true, ends: true }]);
  });
});

test('clearSession clears the cookies of the browser', async () => {
  const { setCookies } = await auth.clearSession();
  expect(setCookies.join()).toMatch(/anyforge_session=;.*Max-Age=0/);
});

describe('signing up', () => {
  const account = {
    email: 'reader@firm.test',
    password: 'correct horse',
    username: 'reader',
    displayName: 'A Reader',
  };

  test('makes a user with a profile, and gives no power', async () => {
    expect((await auth.signUp(account, from)).status).toBe(200);
    const { rows } = await sql`
      select u.email, u.email_verified, p.display_name, p.username,
        (select count(*) from admin_users a where a.user_id = u.id) as admin
      from users u join profiles p on p.user_id = u.id where u.email = 'reader@firm.test'`.execute(
      database.db,
    );
    expect(rows).toEqual([
      {
        email: 'reader@firm.test',
        email_verified: false,
        display_name: 'A Reader',
        username: 'reader',
        admin: 0,
      },
    ]);
  });

  test('a taken username does not lose the profile', async () => {
    await auth.signUp({ ...account, email: 'b@firm.test', username: 'READER' }, from);
    const { rows } = await sql`select username from profiles p join users u on u.id = p.user_id
      where u.email = 'b@firm.test'`.execute(database.db);
    expect(rows).toEqual([{ username: null }]);
  });

  test('is off when the settings say so', async () => {
    const answer = await authWith({ signUp: false }).signUp({ ...account, email: 'c@firm.test' }, from);
    expect(answer.status).toBe(400);
  });
});

test('the cookie is bound to host and HTTPS where there is HTTPS', async () => {
  const secure = authWith({ origin: 'https://firm.test' });
  const result = await secure.signIn(owner, from);
  const cookie = result.ok ? result.setCookies.find((line) => line.startsWith('__Host-')) : undefined;
  expect(cookie).toMatch(/^__Host-anyforge_session=.+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(cookie).not.toMatch(/Domain/i);
});

describe('password hashes of earlier versions', () => {
  const dormant = { email: 'dormant@firm.test', password: 'correct horse' };
  const storedHash = async () =>
    (
      await sql<{ password: string }>`select a.password from accounts a join users u on u.id = a.user_id
        where u.email = ${dormant.email}`.execute(database.db)
    ).rows[0]?.password ?? '';

  beforeAll(async () => {
    await createAdminAccount(database, { hashPassword: hashByScrypt }, dormant, 'editor');
  });

  /** Which kinds of hashes are computed, in any order. */
  function counted(): { auth: Auth; done: () => string[] } {
    const inner = createPasswords();
    let work: string[] = [];
    const kindOf = (hash: string) => (hash.startsWith('$argon2id$') ? 'argon2id' : 'scrypt');
    const passwords: Passwords = {
      hash: (password) => {
        work.push('argon2id');
        return inner.hash(password);
      },
      verify: (check) => {
        work.push(kindOf(check.hash));
        return inner.verify(check);
      },
      spendOutdated: (password) => {
        work.push('scrypt');
        return inner.spendOutdated(password);
      },
    };
    return {
      auth: authWith({ passwords }),
      done: () => {
        const all = work.toSorted();
        work = [];
        return all;
      },
    };
  }

  test('a wrong password costs the same for them, for others and for no account, while there are any', async () => {
    const { auth: counting, done } = counted();
    for (const email of [dormant.email, owner.email, 'unknown@firm.test']) {
      await counting.signIn({ email, password: 'wrong horse' }, from);
      expect(done(), email).toEqual(['argon2id', 'scrypt']);
    }
  });

  test('are replaced by the next sign-in, which works again afterwards, at the usual cost', async () => {
    expect(await storedHash()).not.toContain('$argon2id$');
    expect(await auth.signIn({ ...dormant, password: 'wrong horse' }, from)).toMatchObject({ ok: false });
    expect(await storedHash()).not.toContain('$argon2id$');
    expect(await auth.signIn(dormant, from)).toMatchObject({ ok: true });
    const replaced = await storedHash();
    expect(replaced).toMatch(/^\$argon2id\$/);
    expect(await auth.signIn(dormant, from)).toMatchObject({ ok: true });
    expect(await storedHash()).toBe(replaced);

    const { auth: counting, done } = counted();
    for (const email of [dormant.email, owner.email, 'unknown@firm.test']) {
      await counting.signIn({ email, password: 'wrong horse' }, from);
      expect(done(), email).toEqual(['argon2id']);
    }
  });
});
