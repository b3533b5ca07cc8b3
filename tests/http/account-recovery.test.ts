import { once } from 'node:events';
import { createServer } from 'node:net';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { totpCode } from '#domain/accounts/factors/totp.ts';
import { createClient, type Client } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { linkIn, startMailServer, type MailServer } from '#tests/mail-server.ts';
import { createPasskeyDevice, type PasskeyDevice } from '#tests/passkey-device.ts';
import { startProcess } from '#tests/process.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { nextCode, setUpApp } from '#tests/totp-app.ts';

const password = 'correct horse battery';
const freshPassword = 'a brand new password';

let mailServer: MailServer;
let product: RunningProduct;
let mailSettings: Record<string, string>;

beforeAll(async () => {
  mailServer = await startMailServer();
  mailSettings = { EMAIL_TRANSPORT: 'smtp', SMTP_URL: mailServer.url, CONTACT_EMAIL: 'firm@firm.test' };
  product = await startProduct({
    ADMIN_EMAIL: 'owner@firm.test',
    ADMIN_PASSWORD: password,
    ...mailSettings,
  });
});
afterAll(async () => {
  await product.stop();
  await mailServer.stop();
});

async function addPerson(name: string): Promise<string> {
  const email = `${name}@firm.test`;
  const { db } = product.database;
  await sql`insert into users (email, email_verified, password_hash)
    select ${email}, true, password_hash from users where email = 'owner@firm.test'`.execute(db);
  await sql`insert into admin_users (user_id, role) select id, 'editor' from users where email = ${email}`.execute(
    db,
  );
  return email;
}

async function signIn(email: string, typed = password, at = product): Promise<Client> {
  const client = createClient(at);
  await client.post('/admin/login', { email, password: typed });
  return client;
}

const isIn = async (client: Client) => (await client.get('/admin')).status === 200;
const prove = (client: Client, code: string) => client.post('/admin/second-factor', { code });

async function admin(...args: string[]): Promise<string> {
  const command = startProcess(['scripts/admin.ts', ...args], {
    DATA_DIR: product.dataDir,
    DATABASE_URL: urlOf(product.database.connection),
    SITE_URL: product.origin,
    ...mailSettings,
  });
  expect(await command.exited, command.output()).toBe(0);
  return command.output();
}

async function activityOf(action: string): Promise<unknown[]> {
  const { rows } =
    await sql`select subject_label, actor_email, process from activity where action = ${action}`.execute(
      product.database.db,
    );
  return rows;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  server.close();
  return port;
}

async function addPasskey(
  client: Client,
  origin: string,
  headers: Record<string, string> = {},
): Promise<PasskeyDevice> {
  const device = createPasskeyDevice(origin);
  const options = z
    .object({ challenge: z.string(), user: z.object({ id: z.string() }) })
    .parse(await (await client.get('/admin/account/factors')).json());
  const added = { intent: 'add-passkey', name: 'Laptop', credential: device.register(options) };
  expect((await client.post('/admin/account/factors.data', added, headers)).status).toBe(200);
  return device;
}

async function sendPasskey(
  client: Client,
  device: PasskeyDevice,
  headers: Record<string, string> = {},
): Promise<Response> {
  const options: unknown = await (await client.get('/admin/login/passkey')).json();
  const { challenge } = z.object({ challenge: z.string() }).parse(options);
  return client.post('/admin/login', { intent: 'passkey', credential: device.answer(challenge) }, headers);
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return pathname + search;
}

describe('npm run admin -- reset-factors', () => {
  test('lets a user in who lost every device, and email is not needed for it', async () => {
    const email = await addPerson('lost');
    const before = await signIn(email);
    const app = await setUpApp(before);
    const output = await admin('reset-factors', '--email', email);
    expect(await isIn(before)).toBe(false);
    const client = createClient(product);
    const link = pathOf(/http\S+token=\S+/.exec(output)?.[0] ?? '');
    expect((await client.post(link, { password: freshPassword })).status).toBe(200);
    expect(await isIn(await signIn(email, freshPassword))).toBe(true);
    expect(await isIn(await signIn(email, password))).toBe(false);

    const other = await signIn(email, freshPassword);
    expect((await prove(other, app.codes[0] ?? '')).headers.get('location')).toBe('/admin');
    expect(await activityOf('factors-reset')).toEqual([
      { subject_label: email, actor_email: null, process: 'command line' },
    ]);
    await mailServer.next(email, 'removed by the operator of the site');
  });

  test('says so when there is no such account', async () => {
    const command = startProcess(['scripts/admin.ts', 'reset-factors', '--email', 'unknown@firm.test'], {
      DATA_DIR: product.dataDir,
      DATABASE_URL: urlOf(product.database.connection),
    });
    expect(await command.exited).not.toBe(0);
    expect(command.output()).toContain('There is no account with the address unknown@firm.test.');
  });
});

test('npm run admin -- second-factor none stops asking for one, and tells super admins', async () => {
  await sql`update installation set second_factor = 'everybody'`.execute(product.database.db);
  const email = await addPerson('stopped');
  expect(await isIn(await signIn(email))).toBe(false);
  await admin('second-factor', 'none');
  expect(await isIn(await signIn(email))).toBe(true);
  await mailServer.next('owner@firm.test', 'stopped asking for a second factor');
});

test('npm run admin -- create gives a role back to a user who lost it by mistake', async () => {
  const email = await addPerson('disabled');
  await sql`delete from admin_users where user_id = (select id from users where email = ${email})`.execute(
    product.database.db,
  );
  expect(await isIn(await signIn(email))).toBe(false);
  await admin('create', '--email', email, '--role', 'editor');
  expect(await isIn(await signIn(email))).toBe(true);
  await mailServer.next(email, 'the role Editor');
  expect(await activityOf('admin-added')).toContainEqual({
    subject_label: email,
    actor_email: null,
    process: 'command line',
  });
});

test('npm run admin -- create makes a super admin where the last one left', async () => {
  const email = await addPerson('heir');
  const { db } = product.database;
  await sql`update admin_users set role = 'admin' where role = 'super_admin'`.execute(db);
  try {
    const heir = await signIn(email);
    const change = { intent: 'second-factor', policy: 'none' };
    expect((await heir.post('/admin/users.data', change)).status).toBe(403);
    await admin('create', '--email', email, '--role', 'super_admin');
    expect((await heir.post('/admin/users.data', change)).status).toBe(200);
    await mailServer.next(email, 'the role Super Admin');
  } finally {
    await sql`update admin_users set role = 'super_admin'
      where user_id = (select id from users where email = 'owner@firm.test')`.execute(db);
  }
});

describe('npm run admin -- sign-in-link', () => {
  test('lets a user in while no email leaves the site, and they read of it later', async () => {
    const email = await addPerson('mailless');
    await setUpApp(await signIn(email));
    const output = await admin('sign-in-link', '--email', email);
    const link = pathOf(/http\S+token=\S+/.exec(output)?.[0] ?? '');
    const client = createClient(product);
    expect((await client.get(link)).status).toBe(200);
    expect(await isIn(client)).toBe(false);
    expect((await client.post(link, {})).headers.get('location')).toBe('/admin');
    expect(await isIn(client)).toBe(true);
    expect((await createClient(product).post(link, {})).status).toBe(410);
    await mailServer.next(email, 'created a link that signs in');
    expect(await activityOf('sign-in-link-created')).toContainEqual({
      subject_label: email,
      actor_email: null,
      process: 'command line',
    });
  });

  test('replaces an app whose phone is lost when all recovery codes are used up', async () => {
    const email = await addPerson('used-up');
    const app = await setUpApp(await signIn(email));
    await sql`update recovery_codes set used_at = now()
      where user_id = (select id from users where email = ${email})`.execute(product.database.db);
    expect((await prove(await signIn(email), app.codes[0] ?? '')).status).toBe(401);
    const output = await admin('sign-in-link', '--email', email);
    const client = createClient(product);
    await client.post(pathOf(/http\S+token=\S+/.exec(output)?.[0] ?? ''), {});
    const remove = { intent: 'remove-authenticator' };
    expect((await client.post('/admin/account/factors.data', remove)).status).toBe(200);
    const fresh = await setUpApp(client);
    expect((await prove(await signIn(email), fresh.codes[0] ?? '')).status).toBe(302);
  });
});

test('where the clock of the server is wrong a code is refused, and a recovery code signs in', async () => {
  const email = await addPerson('clock');
  const app = await setUpApp(await signIn(email));
  const client = await signIn(email);
  // The phone is right, and an hour ahead of the server.
  expect((await prove(client, totpCode(app.secret, app.usedStep + 120))).status).toBe(401);
  expect((await prove(client, app.codes[0] ?? '')).status).toBe(302);
  expect(await isIn(client)).toBe(true);
});

test('after the domain has changed a passkey is refused, and the password lets a new one be added', async () => {
  const email = await addPerson('domain');
  const before = await signIn(email);
  const oldOrigin = product.origin.replace('127.0.0.1', 'localhost');
  const passkey = await addPasskey(before, oldOrigin);
  const visitor = createClient(product);
  expect((await sendPasskey(visitor, passkey)).status).toBe(302);

  const port = await freePort();
  const origin = `http://firm.localhost:${port}`;
  const moved = await startProduct({ PORT: String(port), SITE_URL: origin, ...mailSettings }, product);
  try {
    const here = { origin: `http://127.0.0.1:${port}` };
    const headers = { origin };
    const client = createClient(here);
    expect((await sendPasskey(client, passkey, headers)).status).toBe(401);
    await client.post('/admin/login', { email, password }, headers);
    const fresh = await addPasskey(client, origin, headers);
    const other = createClient(here);
    expect((await sendPasskey(other, fresh, headers)).status).toBe(302);
  } finally {
    await moved.stop();
  }
});

test('a lost invitation is replaced by a new one on Users, and the old link ends', async () => {
  const owner = await signIn('owner@firm.test');
  const invite = { intent: 'invite', email: 'invited@firm.test', role: 'editor' };
  await owner.post('/admin/users.data', invite);
  const lost = pathOf(linkIn(await mailServer.next('invited@firm.test')));
  await owner.post('/admin/users.data', invite);
  const found = pathOf(linkIn(await mailServer.next('invited@firm.test')));
  const guest = createClient(product);
  const account = { displayName: 'Guest', password: freshPassword };
  expect((await guest.post(lost, account)).status).toBe(410);
  expect((await guest.post(found, account)).headers.get('location')).toBe('/admin');
});

test('a recovery code signs in without the phone, is written down and emailed', async () => {
  const email = await addPerson('phone');
  const app = await setUpApp(await signIn(email));
  const client = await signIn(email);
  expect((await prove(client, app.codes[3] ?? '')).status).toBe(302);
  expect(await isIn(client)).toBe(true);
  await mailServer.next(email, 'A recovery code was used');
});

test('after the secret of the site was lost, a recovery code signs in and a new app is set up', async () => {
  const email = await addPerson('secret');
  const app = await setUpApp(await signIn(email));
  const later = await startProduct({ SESSION_SECRET: 'another-secret-of-the-same-site-0123456789' }, product);
  try {
    const client = await signIn(email, password, later);
    expect((await prove(client, nextCode(app))).status).toBe(401);
    expect((await prove(client, app.codes[0] ?? '')).status).toBe(302);
    const remove = { intent: 'remove-authenticator' };
    expect((await client.post('/admin/account/factors.data', remove)).status).toBe(200);
    await setUpApp(client);
    expect(await isIn(client)).toBe(true);
  } finally {
    await later.stop();
  }
});

test('a new browser is emailed to the owner of the account, a known one and the first one are not', async () => {
  const email = await addPerson('device');
  const first = createClient(product);
  await first.post('/admin/login', { email, password });
  await first.post('/admin/login', { email, password });
  const count = () =>
    mailServer.received.filter(({ to, source }) => to.includes(email) && source.includes('New sign-in'))
      .length;
  expect(count()).toBe(0);
  await signIn(email);
  await mailServer.next(email, 'New sign-in to your account');
  expect(count()).toBe(1);
});

describe('a new email address', () => {
  test('counts when its link is used, and the old address undoes it within seven days', async () => {
    const email = await addPerson('old');
    const client = await signIn(email);
    const ask = (typed: string) =>
      client.post('/admin/account.data', { intent: 'change-email', email: typed });
    expect((await ask('new@firm.test')).status).toBe(200);
    expect(await isIn(await signIn('new@firm.test'))).toBe(false);
    const link = pathOf(linkIn(await mailServer.next('new@firm.test')));
    const reader = createClient(product);
    expect((await reader.get(link)).status).toBe(200);
    expect((await reader.post(link, {})).status).toBe(200);
    expect((await reader.post(link, {})).status).toBe(410);
    expect(await isIn(await signIn('new@firm.test'))).toBe(true);
    expect(await isIn(await signIn(email))).toBe(false);

    const undo = pathOf(linkIn(await mailServer.next(email, 'has changed')));
    const undone = await reader.post(undo, {});
    expect(undone.headers.get('location')).toMatch(/^\/admin\/reset-password\?token=/);
    expect(await isIn(client)).toBe(false);
    const reset = undone.headers.get('location') ?? '';
    expect((await reader.post(reset, { password: freshPassword })).status).toBe(200);
    expect(await isIn(await signIn(email, freshPassword))).toBe(true);
    expect(await activityOf('email-changed')).toHaveLength(1);
    expect(await activityOf('email-change-undone')).toHaveLength(1);
  });

  test('that has an account is answered like any other, and nothing is sent to it', async () => {
    const client = await signIn(await addPerson('curious'));
    const ask = async (typed: string) => {
      const answer = await client.post('/admin/account.data', { intent: 'change-email', email: typed });
      return [answer.status, await answer.text()];
    };
    expect(await ask('owner@firm.test')).toEqual(await ask('free@firm.test'));
    await mailServer.next('free@firm.test');
    expect(
      mailServer.received.filter(({ source }) => source.includes('Confirm your new email')),
    ).toHaveLength(2);
    const toOwner = mailServer.received.filter(({ to }) => to.includes('owner@firm.test'));
    expect(toOwner.filter(({ source }) => source.includes('Confirm your new email'))).toEqual([]);
  });
});
