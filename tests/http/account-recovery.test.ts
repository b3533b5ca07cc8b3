import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { totpCode } from '#domain/accounts/factors/totp.ts';
import { createClient, type Client } from '#tests/client.ts';
import { linkIn, startMailServer, type MailServer } from '#tests/mail-server.ts';
import {
  activityOf,
  addPasskey,
  addPerson as addPersonTo,
  isIn,
  newChallenge,
  ownerSettings,
  password,
  pathIn,
  proveFactor as prove,
  runAdmin,
  sendPasskey,
  signIn as signInAt,
} from '#tests/people.ts';
import { findFreePort } from '#server/http/listen.ts';
import type { PasskeyDevice } from '#tests/passkey-device.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { nextCode, setUpApp } from '#tests/totp-app.ts';

const freshPassword = 'a brand new password';

let mailServer: MailServer;
let product: RunningProduct;
let mailSettings: Record<string, string>;

beforeAll(async () => {
  mailServer = await startMailServer();
  mailSettings = { EMAIL_TRANSPORT: 'smtp', SMTP_URL: mailServer.url, CONTACT_EMAIL: 'firm@firm.test' };
  product = await startProduct({
    ...ownerSettings,
    ...mailSettings,
  });
});
afterAll(async () => {
  await product.stop();
  await mailServer.stop();
});

const addPerson = (name: string) => addPersonTo(product, name);
const signIn = async (email: string, typed?: string, at = product) =>
  (await signInAt(at, email, typed)).client;
const linkTo = async (email: string, subject?: string) =>
  pathIn(linkIn(await mailServer.next(email, subject)), /.+/);

async function admin(...args: string[]): Promise<string> {
  const { code, output } = await runAdmin(product, args, mailSettings);
  expect(code, output).toBe(0);
  return output;
}

const byCommand = (email: string): unknown =>
  expect.objectContaining({ subject_label: email, actor_email: null, process: 'command line' });

describe('npm run admin -- reset-factors', () => {
  test('lets a user in who lost every device, and email is not needed for it', async () => {
    const email = await addPerson('lost');
    const before = await signIn(email);
    const app = await setUpApp(before);
    const output = await admin('reset-factors', '--email', email);
    expect(await isIn(before)).toBe(false);
    const client = createClient(product);
    const link = pathIn(output);
    expect((await client.post(link, { password: freshPassword })).status).toBe(200);
    expect(await isIn(await signIn(email, freshPassword))).toBe(true);
    expect(await isIn(await signIn(email, password))).toBe(false);

    const other = await signIn(email, freshPassword);
    expect((await prove(other, app.codes[0] ?? '')).headers.get('location')).toBe('/admin');
    expect(await activityOf(product, 'factors-reset')).toMatchObject([byCommand(email)]);
    await mailServer.next(email, 'removed by the operator of the site');
  });

  test('says so when there is no such account', async () => {
    const { code, output } = await runAdmin(product, ['reset-factors', '--email', 'unknown@firm.test']);
    expect(code).not.toBe(0);
    expect(output).toContain('There is no account with the address unknown@firm.test.');
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
  expect(await activityOf(product, 'admin-added')).toContainEqual(byCommand(email));
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
    const link = pathIn(output);
    const client = createClient(product);
    expect((await client.get(link)).status).toBe(200);
    expect(await isIn(client)).toBe(false);
    expect((await client.post(link, {})).headers.get('location')).toBe('/admin');
    expect(await isIn(client)).toBe(true);
    expect((await createClient(product).post(link, {})).status).toBe(410);
    await mailServer.next(email, 'created a link that signs in');
    expect(await activityOf(product, 'sign-in-link-created')).toContainEqual(byCommand(email));
  });

  test('replaces an app whose phone is lost when all recovery codes are used up', async () => {
    const email = await addPerson('used-up');
    const app = await setUpApp(await signIn(email));
    await sql`update recovery_codes set used_at = now()
      where user_id = (select id from users where email = ${email})`.execute(product.database.db);
    expect((await prove(await signIn(email), app.codes[0] ?? '')).status).toBe(401);
    const output = await admin('sign-in-link', '--email', email);
    const client = createClient(product);
    await client.post(pathIn(output), {});
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
  await mailServer.next(email, 'A recovery code was used');
});

const present = async (client: Client, device: PasskeyDevice, headers?: Record<string, string>) =>
  sendPasskey(client, device.answer(await newChallenge(client)), headers);

test('after the domain has changed a passkey is refused, and the password lets a new one be added', async () => {
  const email = await addPerson('domain');
  const before = await signIn(email);
  const oldOrigin = product.origin.replace('127.0.0.1', 'localhost');
  const passkey = await addPasskey(before, oldOrigin);
  const visitor = createClient(product);
  expect((await present(visitor, passkey)).status).toBe(302);

  const port = await findFreePort('127.0.0.1');
  const origin = `http://firm.localhost:${port}`;
  const moved = await startProduct({ PORT: String(port), SITE_URL: origin, ...mailSettings }, product);
  try {
    const here = { origin: `http://127.0.0.1:${port}` };
    const headers = { origin };
    const client = createClient(here);
    expect((await present(client, passkey, headers)).status).toBe(401);
    await client.post('/admin/login', { email, password }, headers);
    const fresh = await addPasskey(client, origin, headers);
    const other = createClient(here);
    expect((await present(other, fresh, headers)).status).toBe(302);
  } finally {
    await moved.stop();
  }
});

test('a lost invitation is replaced by a new one on Users, and the old link ends', async () => {
  const owner = await signIn('owner@firm.test');
  const invite = { intent: 'invite', email: 'invited@firm.test', role: 'editor' };
  await owner.post('/admin/users.data', invite);
  const lost = await linkTo('invited@firm.test');
  await owner.post('/admin/users.data', invite);
  const found = await linkTo('invited@firm.test');
  const guest = createClient(product);
  const account = { displayName: 'Guest', password: freshPassword };
  expect((await guest.post(lost, account)).status).toBe(410);
  expect((await guest.post(found, account)).headers.get('location')).toBe('/admin');
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
    const link = await linkTo('new@firm.test');
    const reader = createClient(product);
    expect((await reader.get(link)).status).toBe(200);
    expect((await reader.post(link, {})).status).toBe(200);
    expect((await reader.post(link, {})).status).toBe(410);
    expect(await isIn(await signIn('new@firm.test'))).toBe(true);
    expect(await isIn(await signIn(email))).toBe(false);

    const undo = await linkTo(email, 'has changed');
    const undone = await reader.post(undo, {});
    expect(undone.headers.get('location')).toMatch(/^\/admin\/reset-password\?token=/);
    expect(await isIn(client)).toBe(false);
    const reset = undone.headers.get('location') ?? '';
    expect((await reader.post(reset, { password: freshPassword })).status).toBe(200);
    expect(await isIn(await signIn(email, freshPassword))).toBe(true);
    expect(await activityOf(product, 'email-changed')).toHaveLength(1);
    expect(await activityOf(product, 'email-change-undone')).toHaveLength(1);
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
