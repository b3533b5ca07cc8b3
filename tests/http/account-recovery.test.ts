import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { linkIn, startMailServer, type MailServer } from '#tests/mail-server.ts';
import {
  activityOf,
  addPerson as addPersonTo,
  isIn,
  ownerSettings,
  password,
  pathIn,
  proveFactor as prove,
  runAdmin,
  signIn as signInAt,
} from '#tests/people.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { setUpApp } from '#tests/totp-app.ts';

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
});

test('npm run admin -- second-factor none stops asking for one, and tells super admins', async () => {
  await sql`update installation set second_factor = 'everybody'`.execute(product.database.db);
  const email = await addPerson('stopped');
  expect(await isIn(await signIn(email))).toBe(false);
  await admin('second-factor', 'none');
  expect(await isIn(await signIn(email))).toBe(true);
  await mailServer.next('owner@firm.test', 'stopped asking for a second factor');
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
    // Whose phone is lost sets up another one.
    const remove = { intent: 'remove-authenticator' };
    expect((await client.post('/admin/account/factors.data', remove)).status).toBe(200);
    await setUpApp(client);
    expect(await activityOf(product, 'sign-in-link-created')).toContainEqual(byCommand(email));
  });
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
});
