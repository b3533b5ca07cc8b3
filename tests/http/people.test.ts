import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { contactMessage } from '#tests/factories.ts';
import { linkIn, useMailServer } from '#tests/mail-server.ts';
import {
  activityOf,
  addPerson,
  isIn,
  owner,
  ownerSettings,
  password,
  pathIn,
  proveFactor as prove,
  runAdmin,
  signIn,
} from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';
import { setUpApp } from '#tests/totp-app.ts';

const mail = useMailServer();
const product = useProduct(() => ({ ...ownerSettings, ...mail.settings }));

async function signedIn(who: { email: string; password: string } = owner): Promise<Client> {
  const client = createClient(product);
  expect((await client.post('/admin/login', who)).status).toBe(302);
  return client;
}

const create = (...args: string[]) => runAdmin(product, ['create', ...args]);
const linkTo = async (email: string, subject?: string) =>
  pathIn(linkIn(await mail.next(email, subject)), /.+/);

/** A command on the site, which may send emails: a message wakes the product, which would look after seconds. */
async function admin(...args: string[]): Promise<string> {
  const { code, output } = await runAdmin(product, args, mail.settings);
  expect(code, output).toBe(0);
  await createClient(product).post('/contact', contactMessage());
  return output;
}

describe('a session', () => {
  test('is a new one with every sign-in, whatever cookie came along', async () => {
    const chosen = 'chosen-by-an-attacker-'.padEnd(32, 'x');
    const client = createClient(product);
    client.cookies.set('anyforge_session', chosen);
    const answer = await client.post('/admin/login', owner);
    expect(client.cookies.get('anyforge_session')).not.toBe(chosen);
    const again = createClient(product);
    again.cookies.set('anyforge_session', chosen);
    expect(await isIn(again)).toBe(false);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  test('gives no answer to a program that holds its token', async () => {
    const client = createClient(product);
    const answers = [
      await client.json('/api/auth/sign-in/email', owner),
      await client.get('/api/auth/get-session'),
      await client.get('/admin/account.data'),
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
});

describe('signing in', () => {
  test.for([
    ['a wrong password', { email: owner.email, password: 'wrong horse' }],
    ['an unknown address', { email: 'unknown@firm.test', password: 'correct horse' }],
  ] as const)('%s: 401, one message for all, the address stays in the form', async ([, credentials]) => {
    const answer = await createClient(product).post('/admin/login', credentials);
    const html = await answer.text();
    expect(answer.status).toBe(401);
    expect(html).toContain('Invalid email or password. Please try again.');
    expect(html).toContain(`value="${credentials.email}"`);
    expect(html).not.toContain(credentials.password);
    expect(answer.headers.getSetCookie()).toEqual([]);
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
  const guest = createClient(product);
  const account = { displayName: 'Guest', password: 'a brand new one', email: 'other@firm.test' };
  expect((await guest.post(link, account)).headers.get('location')).toBe('/admin');
  expect(await (await guest.get('/admin')).text()).toContain('Signed in as invited@firm.test');
  expect((await createClient(product).post(link, account)).status).toBe(410);

  expect(without.code).toBe(2);
  expect(without.output).toContain('There is a super admin already.');
});

/** The path of a new link for a new password. */
async function askForReset(email: string): Promise<string> {
  await createClient(product).post('/admin/forgot-password', { email });
  return linkTo(email, 'Choose a new password');
}

const freshPassword = 'a brand new password';
const clientOf = async (email: string, typed?: string) => (await signIn(product, email, typed)).client;

const byCommand = (email: string): unknown =>
  expect.objectContaining({ subject_label: email, actor_email: null, process: 'command line' });

describe('npm run admin -- reset-factors', () => {
  test('lets a user in who lost every device, and email is not needed for it', async () => {
    const email = await addPerson(product, 'lost');
    const before = await clientOf(email);
    const app = await setUpApp(before);
    const output = await admin('reset-factors', '--email', email, '--yes');
    expect(await isIn(before)).toBe(false);
    const client = createClient(product);
    const link = pathIn(output);
    expect((await client.post(link, { password: freshPassword })).status).toBe(200);
    expect(await isIn(await clientOf(email, freshPassword))).toBe(true);
    expect(await isIn(await clientOf(email, password))).toBe(false);

    const other = await clientOf(email, freshPassword);
    expect((await prove(other, app.codes[0] ?? '')).headers.get('location')).toBe('/admin');
    expect(await activityOf(product, 'factors-reset')).toMatchObject([byCommand(email)]);
    await mail.next(email, 'removed by the operator of the site');
  });
});

test('npm run admin -- second-factor none stops asking for one, and tells super admins', async () => {
  await sql`update installation set second_factor = 'everybody'`.execute(product.database.db);
  const email = await addPerson(product, 'stopped');
  expect(await isIn(await clientOf(email))).toBe(false);
  await admin('second-factor', 'none', '--yes');
  expect(await isIn(await clientOf(email))).toBe(true);
  await mail.next('owner@firm.test', 'stopped asking for a second factor');
});

describe('npm run admin -- sign-in-link', () => {
  test('lets a user in while no email leaves the site, and they read of it later', async () => {
    const email = await addPerson(product, 'mailless');
    await setUpApp(await clientOf(email));
    const output = await admin('sign-in-link', '--email', email);
    const link = pathIn(output);
    const client = createClient(product);
    expect((await client.get(link)).status).toBe(200);
    expect(await isIn(client)).toBe(false);
    expect((await client.post(link, {})).headers.get('location')).toBe('/admin');
    expect(await isIn(client)).toBe(true);
    expect((await createClient(product).post(link, {})).status).toBe(410);
    await mail.next(email, 'created a link that signs in');
    // Whose phone is lost sets up another one.
    const remove = { intent: 'remove-authenticator' };
    expect((await client.post('/admin/account/factors.data', remove)).status).toBe(200);
    await setUpApp(client);
    expect(await activityOf(product, 'sign-in-link-created')).toContainEqual(byCommand(email));
  });
});

test('every field of a password hides it, names itself to password managers and lets a user paste', async () => {
  const screens = [
    ['/admin/login', createClient(product), ['current-password']],
    [await askForReset(owner.email), createClient(product), ['new-password']],
    ['/admin/account?tab=sign-in', await signedIn(), ['current-password', 'new-password']],
  ] as const;
  for (const [path, client, expected] of screens) {
    const html = await (await client.get(path)).text();
    const fields = [...html.matchAll(/<input\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => /name="[a-z]*password/i.test(tag));
    expect(fields.length, path).toBeGreaterThan(0);
    for (const field of fields) {
      expect(field, path).toContain('type="password"');
      expect(field, path).not.toMatch(/onpaste|readonly|autocomplete="off"/i);
    }
    const found = new Set(fields.map((field) => /autocomplete="([^"]+)"/i.exec(field)?.[1]));
    expect(found, path).toEqual(new Set(expected));
  }
});

test('a new password by email does not replace the second factor', async () => {
  const email = await addPerson(product, 'keeper');
  await setUpApp(await clientOf(email));
  const visitor = createClient(product);
  const reset = await visitor.post(await askForReset(email), { password: freshPassword });
  expect([200, 302]).toContain(reset.status);
  expect((await visitor.get('/admin/posts')).status).not.toBe(200);
  const answer = await visitor.post('/admin/login', { email, password: freshPassword });
  expect(answer.headers.get('location')).toBe('/admin/second-factor');
  expect((await visitor.get('/admin/posts')).headers.get('location')).toContain('/admin/second-factor');
});
