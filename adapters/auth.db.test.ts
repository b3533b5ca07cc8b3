import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createLog } from './log.ts';
import { createAuth, sessionCookieName, type AuthOptions } from './auth.ts';
import type { Auth } from '#domain/auth/auth.ts';
import { createAdminAccount } from '#domain/admins/create-account.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/database.ts';

const origin = 'http://firm.test';
const from = { headers: new Headers({ 'user-agent': 'Test' }), clientAddress: '192.0.2.7' };
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
    ...overrides,
  });
}

async function signIn(with_ = auth): Promise<Headers> {
  const result = await with_.signIn(owner, from);
  if (!result.ok) throw new Error(result.sentence);
  return new Headers({ cookie: result.setCookies.map((line) => line.split(';')[0]).join('; ') });
}

function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return auth.handle(
    new Request(new URL(`/api/auth/${path}`, origin), {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
    '192.0.2.7',
  );
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
    { email: 'nobody@firm.test', password: 'correct horse' },
    { email: owner.email, password: '' },
  ])('%o: the same words, whoever it is', async (credentials) => {
    expect(await auth.signIn(credentials, from)).toMatchObject({
      ok: false,
      sentence: 'Invalid email or password. Please try again.',
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
      sentence: 'Invalid email or password. Please try again.',
    });
    expect(await strict.signIn({ email: 'new@firm.test', password: 'correct horse' }, from)).toMatchObject({
      ok: false,
      status: 403,
      sentence: 'Please check your email and confirm your account before signing in.',
    });
  });

  test('a session that somebody chose beforehand is never the one that starts', async () => {
    const chosen = `${sessionCookieName(origin)}=chosen-by-somebody-else`;
    const result = await auth.signIn(owner, { ...from, headers: new Headers({ cookie: chosen }) });
    expect(result.ok && result.setCookies.join()).not.toContain('chosen-by-somebody-else');
    expect(await auth.findSession(new Headers({ cookie: chosen }))).toBeNull();
  });

  test('a changed cookie is nobody', async () => {
    const cookie = (await signIn()).get('cookie') ?? '';
    expect(await auth.findSession(new Headers({ cookie: cookie.replace(/.$/, '') }))).toBeNull();
  });

  test('an expired session is nobody', async () => {
    const headers = await signIn();
    await sql`update sessions set expires_at = now() - interval '1 minute'`.execute(database.db);
    expect(await auth.findSession(headers)).toBeNull();
  });
});

describe('signing out', () => {
  test('ends every session of the user, everywhere, at once', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const { setCookies } = await auth.signOutEverywhere(here);
    expect(setCookies.join()).toContain('Max-Age=0');
    expect(await auth.findSession(here)).toBeNull();
    expect(await auth.findSession(there)).toBeNull();
  });

  test('the library’s own address does the same', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const answer = await call('sign-out', {}, { cookie: here.get('cookie') ?? '' });
    expect(answer.status).toBe(200);
    expect(await auth.findSession(there)).toBeNull();
  });
});

describe('signing up', () => {
  test('takes email, password, username and display name, and gives no power', async () => {
    const answer = await call('sign-up/email', {
      email: 'Reader@Firm.test',
      password: 'correct horse',
      username: 'reader',
      display_name: 'A Reader',
      role: 'super_admin',
      emailVerified: true,
    });
    expect(answer.status).toBe(200);
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
    await call('sign-up/email', { email: 'b@firm.test', password: 'correct horse', username: 'READER' });
    const { rows } = await sql`select username from profiles p join users u on u.id = p.user_id
      where u.email = 'b@firm.test'`.execute(database.db);
    expect(rows).toEqual([{ username: null }]);
  });

  test('is off when the settings say so', async () => {
    auth = authWith({ signUp: false });
    const answer = await call('sign-up/email', {
      email: 'c@firm.test',
      password: 'correct horse',
      username: 'c',
    });
    auth = authWith({});
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
