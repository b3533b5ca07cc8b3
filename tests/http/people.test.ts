import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { linkIn, startMailServer, type MailServer } from '#tests/mail-server.ts';
import { isIn, owner, ownerSettings, pathIn, runAdmin } from '#tests/people.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

let mail: MailServer;
let first: RunningProduct;
let second: RunningProduct;

beforeAll(async () => {
  mail = await startMailServer();
  const settings = {
    ...ownerSettings,
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    CONTACT_EMAIL: 'site@firm.test',
  };
  first = await startProduct(settings);
  second = await startProduct(settings, first);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await mail.stop();
});

async function signedIn(who: { email: string; password: string } = owner, at = first): Promise<Client> {
  const client = createClient(at);
  expect((await client.post('/admin/login', who)).status).toBe(302);
  return client;
}

const create = (...args: string[]) => runAdmin(first, ['create', ...args]);
const linkTo = async (email: string, subject?: string) =>
  pathIn(linkIn(await mail.next(email, subject)), /.+/);

/** The same browser at another instance: what a load balancer does. */
function elsewhere(client: Client, at: RunningProduct): Client {
  const other = createClient(at);
  for (const [name, value] of client.cookies) other.cookies.set(name, value);
  return other;
}

/** A person with an account and, unless told otherwise, a role. */
async function person(email: string, role: string | null = 'editor') {
  const password = 'another good one';
  const api = createClient(first);
  const answer = await api.json('/api/auth/sign-up/email', { email, password, username: email });
  expect(answer.status).toBe(200);
  await sql`update users set email_verified = true where email = ${email}`.execute(first.database.db);
  if (role !== null) {
    await sql`insert into admin_users (user_id, role) select id, ${role} from users where email = ${email}`.execute(
      first.database.db,
    );
  }
  return { email, password };
}

describe('two instances on one database', () => {
  test('signing out on one ends every session on both with the next request', async () => {
    const here = await signedIn();
    const there = await signedIn(owner, second);
    const program = elsewhere(here, second);
    expect(await Promise.all([here, there, program].map(isIn))).toEqual([true, true, true]);
    expect((await here.post('/admin/logout', {})).status).toBe(302);
    const answers = await Promise.all([
      there.get('/admin/posts'),
      program.get('/admin/posts.data'),
      there.post('/admin/posts.data', { intent: 'delete', id: 'x' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([302, 202, 401]);
    expect(await Promise.all([here, there, program].map(isIn))).toEqual([false, false, false]);
  });

  test('removing or demoting a user takes effect with their next request on the other instance', async () => {
    const colleague = await person('colleague@firm.test', 'admin');
    const client = await signedIn(colleague, second);
    const boss = await signedIn();
    const { id } = await first.database.db
      .selectFrom('admin_users as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .select('a.id')
      .where('u.email', '=', colleague.email)
      .executeTakeFirstOrThrow();

    expect((await client.get('/admin/users/candidates.data')).status).toBe(200);
    await boss.post('/admin/users.data', { intent: 'change-role', id, role: 'editor' });
    expect((await client.get('/admin/users/candidates.data')).status).toBe(403);
    expect(await isIn(client)).toBe(true);
    await boss.post('/admin/users.data', { intent: 'remove', id });
    expect(await isIn(client)).toBe(false);
    const html = await (await client.get('/admin/login')).text();
    expect(html).toContain(colleague.email);
    expect(html).toContain('is not an administrator');
  });
});

describe('a session', () => {
  test('is a new one with every sign-in, whatever cookie came along; its cookie is closed to scripts', async () => {
    const chosen = 'chosen-by-an-attacker-'.padEnd(32, 'x');
    const client = createClient(first);
    client.cookies.set('anyforge_session', chosen);
    const answer = await client.post('/admin/login', owner);
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('anyforge_session=')) ?? '';
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Lax/);
    expect(line).toMatch(/Path=\//);
    expect(line).not.toMatch(/Domain/i);
    expect(line.length).toBeLessThan(4_096);
    expect(client.cookies.get('anyforge_session')).not.toBe(chosen);
    const again = createClient(first);
    again.cookies.set('anyforge_session', chosen);
    expect(await isIn(again)).toBe(false);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  test('cannot be made from what the sessions table holds', async () => {
    await signedIn();
    const { rows } = await sql<{ hash: Buffer }>`select token_hash as hash from sessions`.execute(
      first.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash } of rows) {
      for (const value of [hash.toString('base64url'), hash.toString('hex')]) {
        const thief = createClient(first);
        thief.cookies.set('anyforge_session', value);
        expect(await isIn(thief)).toBe(false);
      }
      const authorization = `Bearer ${hash.toString('base64url')}`;
      expect((await createClient(first).get('/admin', { authorization })).status).toBe(302);
    }
  });

  test('gives no answer to a program that holds its token', async () => {
    const client = createClient(first);
    const answers = [
      await client.json('/api/auth/sign-in/email', owner),
      await client.get('/api/auth/get-session'),
    ];
    const token = client.cookies.get('anyforge_session') ?? '';
    expect(token).toMatch(/^[\w-]{32}$/);
    for (const answer of answers) expect(await answer.text()).not.toContain(token);
  });

  test('POST /admin/logout clears the storage of the browser only where the page asks for it', async () => {
    const client = await signedIn();
    const asked = await client.post('/admin/logout', { clear: 'storage' });
    expect([asked.status, asked.headers.get('clear-site-data')]).toEqual([302, '"storage"']);
    const again = await signedIn();
    for (const fields of [{}, { clear: '' }, { clear: '*' }]) {
      expect((await again.post('/admin/logout', fields)).headers.get('clear-site-data')).toBeNull();
    }
    const last = await signedIn();
    expect((await last.post('/admin/logout', {}, { 'content-type': 'text/plain' })).status).toBe(302);
    expect(await isIn(last)).toBe(false);
  });

  test('an expired one is asked to sign in: reading by redirect, writing by 401', async () => {
    const client = await signedIn();
    await sql`update sessions set used_at = now() - interval '7 days 1 second'`.execute(first.database.db);
    const read = await client.get('/admin/posts');
    expect([read.status, read.headers.get('location')]).toEqual([302, '/admin/login?from=%2Fadmin%2Fposts']);
    expect((await client.post('/admin/posts.data', { intent: 'delete', id: 'x' })).status).toBe(401);
  });
});

describe('signing in', () => {
  test.for([
    ['a wrong password', { email: owner.email, password: 'wrong horse' }],
    ['an unknown address', { email: 'unknown@firm.test', password: 'correct horse' }],
  ] as const)('%s: 401, one message for all, the address stays in the form', async ([, credentials]) => {
    const answer = await createClient(first).post('/admin/login', credentials);
    const html = await answer.text();
    expect(answer.status).toBe(401);
    expect(html).toContain('Invalid email or password. Please try again.');
    expect(html).toContain(`value="${credentials.email}"`);
    expect(html).not.toContain(credentials.password);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('leads back to where one came from, but never to another site', async () => {
    const login = async (from: string) =>
      (await createClient(first).post(`/admin/login?from=${encodeURIComponent(from)}`, owner)).headers.get(
        'location',
      );
    expect(await login('/admin/posts?search=x')).toBe('/admin/posts?search=x');
    for (const from of [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '/admin/..//evil.test',
    ]) {
      expect(await login(from)).toBe('/admin');
    }
  });
});

test('npm run admin -- create makes an account, gives one a role, and for a new address prints a link that makes one, once', async () => {
  const [made, invited, without] = await Promise.all([
    create('--email', 'made@firm.test', '--password', owner.password, '--role', 'editor'),
    create('--email', 'invited@firm.test', '--role', 'editor'),
    create(),
  ]);
  expect(made).toEqual({ code: 0, output: 'Created made@firm.test with the role editor.\n' });
  const raised = await create('--email', 'made@firm.test', '--role', 'admin');
  expect(raised).toEqual({ code: 0, output: 'Gave made@firm.test the role admin.\n' });
  await signedIn({ email: 'made@firm.test', password: owner.password });

  expect(invited.output).toContain('invited@firm.test gets the role editor with this link');
  const link = pathIn(invited.output);
  const guest = createClient(first);
  const account = { displayName: 'Guest', password: 'a brand new one', email: 'other@firm.test' };
  expect((await guest.post(link, account)).headers.get('location')).toBe('/admin');
  expect(await (await guest.get('/admin')).text()).toContain('Signed in as invited@firm.test');
  expect((await createClient(first).post(link, account)).status).toBe(410);

  expect(without.code).toBe(1);
  expect(without.output).toContain('There is a super admin already.');
});

describe('confirming an address', () => {
  test('before it no sign-in succeeds, and only the right password is told why; afterwards it works, once', async () => {
    const reader = { email: 'fresh@firm.test', password: 'another good one' };
    const client = createClient(first);
    await client.json('/api/auth/sign-up/email', { ...reader, username: 'fresh' });
    const wrong = await client.post('/admin/login', { ...reader, password: 'not the password' });
    expect(await wrong.text()).toContain('Invalid email or password. Please try again.');
    const right = await client.post('/admin/login', reader);
    expect(await right.text()).toContain(
      'Please check your email and confirm your account before signing in.',
    );

    const link = await linkTo(reader.email);
    const looked = await client.get(link);
    expect([looked.status, looked.headers.get('referrer-policy')]).toEqual([200, 'strict-origin']);
    expect((await client.post('/admin/login', reader)).status).toBe(403);
    expect((await client.post(link, {})).status).toBe(200);
    expect((await client.post(link, {})).status).toBe(410);
    expect((await client.post('/admin/login', reader)).status).toBe(302);
  });
});

describe('a password reset', () => {
  test('the link sets a new one, once, and every session everywhere ends', async () => {
    const editor = await person('forgetful@firm.test');
    const [here, there] = [await signedIn(editor), await signedIn(editor, second)];
    const visitor = createClient(first);
    const asked = await visitor.post('/admin/forgot-password', { email: ' Forgetful@firm.test' });
    expect(await asked.text()).toContain('Check your email');
    const path = await linkTo(editor.email, 'Choose a new password');

    expect((await visitor.get(path)).status).toBe(200);
    const weak = await visitor.post(path, { password: 'password1' });
    expect([weak.status, await weak.text()]).toEqual([
      422,
      expect.stringContaining('one of the most used ones'),
    ]);
    expect((await visitor.post(path, { password: 'a brand new one' })).status).toBe(200);
    expect((await visitor.post(path, { password: 'yet another one' })).status).toBe(410);
    expect((await visitor.get(path)).status).toBe(410);

    expect(await Promise.all([here, there].map(isIn))).toEqual([false, false]);
    expect((await visitor.post('/admin/login', editor)).status).toBe(401);
    await signedIn({ ...editor, password: 'a brand new one' });
    await mail.next(editor.email, 'Your password has been changed');
  });

  test('an unknown address gets the same answer and no mail', async () => {
    const known = await person('known@firm.test');
    const [a, b] = await Promise.all(
      [known.email, 'unknown@firm.test'].map(async (email) => {
        const answer = await createClient(first).post('/admin/forgot-password', { email });
        const html = (await answer.text())
          .replaceAll(/nonce="[^"]*"|<script[^]*?<\/script>/g, '')
          .replaceAll(email, 'X');
        return { status: answer.status, cookies: answer.headers.getSetCookie(), html };
      }),
    );
    expect(a).toEqual(b);
    await mail.next(known.email, 'Choose a new password');
    expect(mail.received.flatMap(({ to }) => to)).not.toContain('unknown@firm.test');
  });

  test('a link ends when it is old, or when a newer one was asked for; what is stored opens nothing', async () => {
    const editor = await person('twice@firm.test');
    const visitor = createClient(first);
    const links: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      await visitor.post('/admin/forgot-password', { email: editor.email });
      links.push(await linkTo(editor.email, 'Choose a new password'));
    }
    expect(await Promise.all(links.map(async (path) => (await visitor.get(path)).status))).toEqual([
      410, 200,
    ]);
    const { rows } = await sql<{
      hash: string;
    }>`select encode(token_hash, 'base64') as hash from account_links`.execute(first.database.db);
    expect(rows).not.toEqual([]);
    for (const { hash } of rows) {
      expect((await visitor.get(`/admin/reset-password?token=${encodeURIComponent(hash)}`)).status).toBe(410);
    }
    await sql`update account_links set expires_at = now()`.execute(first.database.db);
    expect((await visitor.post(links[1] ?? '', { password: 'a brand new one' })).status).toBe(410);
    await signedIn(editor);
  });
});

describe('an invitation', () => {
  test('arrives by email and makes an account with its role, whatever the form says', async () => {
    const boss = await signedIn();
    const answer = await boss.post('/admin/users', {
      intent: 'invite',
      email: 'guest@firm.test',
      role: 'editor',
    });
    const html = await answer.text();
    expect(html).not.toContain('/admin/invitation?token=');
    expect(html).toContain('guest@firm.test');
    const path = await linkTo('guest@firm.test');

    const guest = createClient(second);
    const form = {
      displayName: 'Guest',
      password: 'a brand new one',
      email: 'other@firm.test',
      role: 'super_admin',
    };
    const accepted = await guest.post(path, form);
    expect([accepted.status, accepted.headers.get('location')]).toEqual([302, '/admin']);
    const screen = await (await guest.get('/admin/users')).text();
    expect(screen).toContain('Signed in as guest@firm.test');
    expect(screen).toContain('Only admins and super admins can change this list.');
    expect((await createClient(first).post(path, form)).status).toBe(410);
  });
});

describe('your account', () => {
  test('names change for oneself only; a taken username is refused', async () => {
    const [one, two] = [await person('one@firm.test'), await person('two@firm.test')];
    const client = await signedIn(one);
    const names = { intent: 'update', displayName: 'One', username: 'first', firstName: 'A', lastName: 'B' };
    const saved = await client.post('/admin/account', {
      ...names,
      user_id: 'x',
      email: 'x@firm.test',
      role: 'admin',
    });
    expect(saved.status).toBe(200);
    const { rows } = await sql`select p.display_name, p.username, p.first_name, p.last_name, a.role, u.email
      from profiles p join users u on u.id = p.user_id join admin_users a on a.user_id = u.id where p.username = 'first'`.execute(
      first.database.db,
    );
    expect(rows).toEqual([
      {
        display_name: 'One',
        username: 'first',
        first_name: 'A',
        last_name: 'B',
        role: 'editor',
        email: one.email,
      },
    ]);
    const taken = await (await signedIn(two)).post('/admin/account', { ...names, username: 'FIRST' });
    expect(taken.status).toBe(409);
  });

  test('a new password needs the old one, starts a new session here and ends all others', async () => {
    const editor = await person('careful@firm.test');
    const [here, there] = [await signedIn(editor), await signedIn(editor, second)];
    const before = here.cookies.get('anyforge_session');
    const change = { intent: 'change-password', currentPassword: 'wrong', password: 'a brand new one' };
    expect((await here.post('/admin/account', change)).status).toBe(422);
    expect(await isIn(there)).toBe(true);
    const answer = await here.post('/admin/account', { ...change, currentPassword: editor.password });
    expect(answer.status).toBe(200);
    expect(here.cookies.get('anyforge_session')).not.toBe(before);
    expect(await Promise.all([here, there].map(isIn))).toEqual([true, false]);
    const old = createClient(first);
    old.cookies.set('anyforge_session', before ?? '');
    expect(await isIn(old)).toBe(false);
  });

  test('one session can be ended alone, and only one’s own', async () => {
    const editor = await person('devices@firm.test');
    const [here, there] = [await signedIn(editor), await signedIn(editor, second)];
    const boss = await signedIn();
    const sessions = await sql<{ id: string }>`select s.id from sessions s join users u on u.id = s.user_id
      where u.email = ${editor.email} order by s.created_at`.execute(first.database.db);
    const other = sessions.rows[1]?.id ?? '';
    expect((await boss.post('/admin/account', { intent: 'end-session', id: other })).status).toBe(404);
    expect(await isIn(there)).toBe(true);
    const html = await (await here.get('/admin/account')).text();
    expect(html).toContain('This device');
    expect((await here.post('/admin/account', { intent: 'end-session', id: other })).status).toBe(200);
    expect(await Promise.all([here, there].map(isIn))).toEqual([true, false]);
  });
});

describe('the activity log', () => {
  test('shows who did what, from where, with before and after; to managers only', async () => {
    const boss = await signedIn();
    const html = await (await boss.get('/admin/activity')).text();
    for (const words of ['signed in', 'owner@firm.test', '127.0.0.1', 'set a new password by email']) {
      expect(html).toContain(words);
    }
    const given = await (await boss.get('/admin/activity?action=admin-added')).text();
    expect(given.replaceAll(/<[^>]*>/g, '')).toContain(
      'The start of the site gave admin access to owner@firm.test',
    );
    const settings = await (await boss.get('/admin/activity?action=settings-changed')).text();
    const rows = settings.match(/<tbody[^]*<\/tbody>/)?.[0] ?? '';
    expect(rows.match(/took new settings for/g)).toHaveLength(1);
    expect(settings).toContain('email transport');
    expect(settings).not.toContain(mail.url);
    const roles = await (await boss.get('/admin/activity?action=role-changed')).text();
    expect(roles).toContain('colleague@firm.test');
    expect(roles.match(/<tbody[^]*<\/tbody>/)?.[0]).not.toContain('signed in');
    const mine = await (await boss.get('/admin/activity?who=one@firm.test')).text();
    expect(mine.match(/<tbody[^]*<\/tbody>/)?.[0]).not.toContain('owner@firm.test');
    const editor = await signedIn(await person('curious@firm.test'));
    expect((await editor.get('/admin/activity')).status).toBe(403);
    expect((await editor.get('/admin/activity.data')).status).toBe(403);
    expect(await (await editor.get('/admin')).text()).not.toContain('/admin/activity');
  });

  test('is walked from entry to entry, with nothing twice and nothing left out', async () => {
    await sql`insert into activity (actor_email, action, subject_label)
      select 'walker@firm.test', 'post-deleted', 'entry ' || n || '.' from generate_series(1, 120) n`.execute(
      first.database.db,
    );
    const boss = await signedIn();
    const seen: string[] = [];
    let path: string | undefined = '/admin/activity?who=walker%40firm.test';
    let steps = 0;
    while (path !== undefined) {
      const html: string = await (await boss.get(path)).text();
      seen.push(...html.matchAll(/entry (\d+)\.</g).map(([, n = '']) => n));
      const older: string | undefined =
        /<a[^>]*rel="next"[^>]*href="([^"]*)"|<a[^>]*href="([^"]*)"[^>]*rel="next"/
          .exec(html)
          ?.slice(1)
          .find((one) => one !== undefined);
      path = older?.replaceAll('&amp;', '&');
      steps += 1;
    }
    expect(steps).toBe(3);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => String(120 - n)));
  });
});
