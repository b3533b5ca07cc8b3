import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { totpCode } from '#domain/accounts/factors/totp.ts';
import { createClient, type Client } from '#tests/client.ts';
import { onePixel } from '#tests/image-files.ts';
import { createPasskeyDevice, type PasskeyDevice } from '#tests/passkey-device.ts';
import {
  addPasskey as addPasskeyOf,
  addPerson as addPersonTo,
  expireProofs,
  isIn,
  newChallenge,
  newRegistration,
  ownerSettings,
  password,
  proveFactor as prove,
  sendPasskey,
  signIn as signInAt,
} from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';
import { nextCode, setUpApp, type App } from '#tests/totp-app.ts';

const wrongPassword = 'Invalid email or password. Please try again.';
const factors = '/admin/account/factors.data';

const product = useProduct(ownerSettings);
/** A passkey belongs to a domain, so not to 127.0.0.1. */
let passkeyOrigin: string;

beforeAll(async () => {
  passkeyOrigin = product.origin.replace('127.0.0.1', 'localhost');
});

const addPerson = (name: string, role?: string) => addPersonTo(product, name, role);
const signIn = (email: string) => signInAt(product, email);
const addPasskey = (client: Client) => addPasskeyOf(client, passkeyOrigin);

describe('an account with an authenticator app', () => {
  let email: string;
  let app: App;

  beforeAll(async () => {
    email = await addPerson('app');
    const { client, location } = await signIn(email);
    expect(location).toBe('/admin');
    app = await setUpApp(client);
    expect(await isIn(client)).toBe(true);
  });

  test('a right password alone opens nothing: no screen, no action, no upload, no program', async () => {
    const { client, location } = await signIn(email);
    expect(location).toBe('/admin/second-factor');
    expect((await client.get('/admin/posts')).headers.get('location')).toBe(
      '/admin/second-factor?from=%2Fadmin%2Fposts',
    );
    expect((await client.post('/admin/account', { intent: 'update', displayName: 'X' })).status).toBe(401);
    expect((await client.post(factors, { intent: 'start-authenticator' })).status).toBe(401);
    expect((await client.get('/admin/account/factors')).status).toBe(302);
    expect((await client.file('/api/images/featured-images', onePixel)).status).toBe(401);
    expect(await (await client.get('/api/auth/get-session')).json()).toBeNull();
    const program = await createClient(product).json('/api/auth/sign-in/email', { email, password });
    expect([program.status, program.headers.getSetCookie()]).toEqual([403, []]);
  });

  test('a sign-in with the password alone shows in no list, and signs no other session out', async () => {
    const { client: real } = await signIn(email);
    expect((await prove(real, app.codes[9] ?? '')).status).toBe(302);
    const { client } = await signIn(email);
    const sessions = await (await real.get('/admin/account?tab=sessions')).text();
    expect(sessions).not.toContain('Password · signed in');
    expect((await client.post('/admin/logout', {})).status).toBe(302);
    expect((await client.get('/admin/second-factor')).headers.get('location')).toBe('/admin/login');
    expect(await isIn(real)).toBe(true);
  });

  test('a program signs in with a code beside the password', async () => {
    const sign = (code: string) =>
      createClient(product).json('/api/auth/sign-in/email', { email, password, code });
    expect((await sign('000000')).status).toBe(401);
    const answer = await sign(app.codes[8] ?? '');
    expect([answer.status, await answer.json()]).toEqual([200, { user: { id: expect.any(String), email } }]);
    expect(answer.headers.getSetCookie().join()).toContain('anyforge_session=');
  });

  test('a wrong code is refused in the words of a wrong password', async () => {
    const { client } = await signIn(email);
    for (const code of ['000000', totpCode(app.secret, app.usedStep), '', 'abcd-efgh-ijkl-mnop']) {
      const answer = await prove(client, code);
      expect(answer.status, code).toBe(401);
      expect(await answer.text(), code).toContain(wrongPassword);
    }
    expect(await isIn(client)).toBe(false);
  });

  test('a code signs in one of two windows, once', async () => {
    const [one, two] = await Promise.all([signIn(email), signIn(email)]);
    const code = nextCode(app);
    const answers = await Promise.all([prove(one.client, code), prove(two.client, code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401]);
    expect([await isIn(one.client), await isIn(two.client)].filter(Boolean)).toHaveLength(1);
    const { client } = await signIn(email);
    expect((await prove(client, code)).status).toBe(401);
  });

  test('only hashes and ciphertext are stored', async () => {
    const { rows } = await sql<{ text: string }>`
      select string_agg(u::text, '') as text from users u`.execute(product.database.db);
    expect(rows[0]?.text).not.toContain(app.secret.toString('hex'));
    for (const code of app.codes) expect(rows[0]?.text).not.toContain(code);
  });
});

describe('a passkey', () => {
  let email: string;
  let device: PasskeyDevice;

  beforeAll(async () => {
    email = await addPerson('key');
    const { client } = await signIn(email);
    device = await addPasskey(client);
  });

  test('signs in without a password', async () => {
    const client = createClient(product);
    const answer = await sendPasskey(client, device.answer(await newChallenge(client)));
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin']);
    expect(await isIn(client)).toBe(true);
  });

  test.for<[string, (challenge: string) => Promise<string> | string]>([
    ['another origin', (challenge) => device.answer(challenge, { origin: 'https://evil.test' })],
    ['another port of the site', (challenge) => device.answer(challenge, { origin: 'http://localhost:1' })],
    ['another domain', (challenge) => device.answer(challenge, { rpId: 'evil.test' })],
    ['no user verification', (challenge) => device.answer(challenge, { isVerified: false })],
    ['the counter of a copy', (challenge) => device.answer(challenge, { counter: 1 })],
    ['the handle of another user', (challenge) => device.answer(challenge, { userHandle: 'AAAA' })],
    ['a made-up challenge', () => device.answer(Buffer.alloc(54).toString('base64url'))],
    [
      'a changed signature',
      (challenge) => device.answer(challenge).replace(/"signature":"..../, '"signature":"AAAA'),
    ],
    [
      'a passkey of no account',
      (challenge) => createPasskeyDevice(passkeyOrigin).answer(challenge, { userHandle: 'AAAA' }),
    ],
    ['no credential at all', () => 'x'.repeat(50_000)],
    ['another kind of JSON', () => '[{"id":{}}]'],
  ])('with %s is refused in the words of a wrong password', async ([, forge]) => {
    const client = createClient(product);
    // The counter of the device is behind that of the database only in the answer of the copy.
    await sendPasskey(client, device.answer(await newChallenge(client)));
    const visitor = createClient(product);
    const answer = await sendPasskey(visitor, await forge(await newChallenge(visitor)));
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain(wrongPassword);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('answers a challenge once, also when two windows send it at the same time', async () => {
    const [one, two, three] = [createClient(product), createClient(product), createClient(product)];
    const credential = device.answer(await newChallenge(one));
    const answers = await Promise.all([sendPasskey(one, credential), sendPasskey(two, credential)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 401]);
    expect((await sendPasskey(three, credential)).status).toBe(401);
  });

  test('of another account is no second factor, one’s own is', async () => {
    const other = await addPerson('two');
    const { client } = await signIn(other);
    await setUpApp(client);
    const own = await addPasskey(client);
    const pending = (await signIn(other)).client;
    const send = async (by: PasskeyDevice) =>
      pending.post('/admin/second-factor', {
        intent: 'passkey',
        credential: by.answer(await newChallenge(pending)),
      });
    expect((await send(device)).status).toBe(401);
    expect(await isIn(pending)).toBe(false);
    expect((await send(own)).status).toBe(302);
    expect(await isIn(pending)).toBe(true);
  });

  test('cannot be added with a challenge of another session, of a sign-in, or twice', async () => {
    const { client } = await signIn(email);
    const other = (await signIn(await addPerson('three'))).client;
    const add = (credential: string) =>
      client.post(factors, { intent: 'add-passkey', name: 'Phone', credential });
    const fresh = createPasskeyDevice(passkeyOrigin);
    const own = await newRegistration(client);
    expect((await add(fresh.register(await newRegistration(other)))).status).toBe(422);
    expect((await add(fresh.register({ ...own, challenge: await newChallenge(client) }))).status).toBe(422);
    const credential = fresh.register(own);
    expect((await add(credential)).status).toBe(200);
    expect((await add(credential)).status).toBe(422);
  });

  test('that was removed is refused, and ends the other sessions', async () => {
    const person = await addPerson('four');
    const { client } = await signIn(person);
    const removed = await addPasskey(client);
    const elsewhere = createClient(product);
    await sendPasskey(elsewhere, removed.answer(await newChallenge(elsewhere)));
    expect(await isIn(elsewhere)).toBe(true);
    const { id } = await product.database.db
      .selectFrom('passkeys')
      .select('id')
      .where('credential_id', '=', removed.credentialId)
      .executeTakeFirstOrThrow();
    expect((await client.post(factors, { intent: 'remove-passkey', id })).status).toBe(200);
    expect([await isIn(client), await isIn(elsewhere)]).toEqual([true, false]);
    const again = createClient(product);
    expect((await sendPasskey(again, removed.answer(await newChallenge(again)))).status).toBe(401);
  });
});

describe('a fresh proof', () => {
  async function signInLongAgo(email: string): Promise<Client> {
    const { client } = await signIn(email);
    await expireProofs(product, email);
    return client;
  }

  test('is needed for factors, password, roles and people’s data, and not for reading', async () => {
    const client = await signInLongAgo(await addPerson('late', 'admin'));
    const stale: [string, Record<string, string>][] = [
      [factors, { intent: 'start-authenticator' }],
      [factors, { intent: 'renew-recovery-codes' }],
      [factors, { intent: 'remove-authenticator' }],
      [
        '/admin/account.data',
        { intent: 'change-password', currentPassword: password, password: 'a brand new one' },
      ],
      ['/admin/users.data', { intent: 'invite', email: 'new@firm.test', role: 'editor' }],
    ];
    for (const [path, fields] of stale) expect((await client.post(path, fields)).status, path).toBe(428);
    expect((await client.get('/admin/account/factors')).status).toBe(428);
    expect((await client.get('/admin/subscribers/export')).headers.get('location')).toBe(
      '/admin/prove?from=%2Fadmin%2Fsubscribers%2Fexport',
    );
    expect((await client.get('/admin/users')).status).toBe(200);
  });
});

describe('a second factor by role', () => {
  test('a user without a second factor sets one up first, and can do nothing else before', async () => {
    const owner = (await signIn('owner@firm.test')).client;
    const setPolicy = (policy: string) =>
      owner.post('/admin/users.data', { intent: 'second-factor', policy });
    expect((await setPolicy('everybody')).status).toBe(422);
    await setUpApp(owner);
    expect((await setPolicy('everybody')).status).toBe(200);

    const { client, location } = await signIn(await addPerson('led'));
    expect(location).toBe('/admin/second-factor');
    expect(await (await client.get('/admin/second-factor')).text()).toContain('Set up a second factor');
    expect((await client.get('/admin/posts')).headers.get('location')).toMatch(/^\/admin\/second-factor/);
    expect((await client.post('/admin/posts.data', { intent: 'delete', id: 'x' })).status).toBe(401);
    expect((await prove(client, '123456')).headers.get('location')).toMatch(/^\/admin\/second-factor/);
    await setUpApp(client);
    expect(await isIn(client)).toBe(true);

    expect((await setPolicy('none')).status).toBe(200);
    expect((await signIn(await addPerson('free'))).location).toBe('/admin');
  });

  test('a sign-in that lacks a factor ends after ten minutes', async () => {
    const { client } = await signIn('owner@firm.test');
    expect((await client.get('/admin/second-factor')).status).toBe(200);
    await sql`update sessions set created_at = now() - interval '11 minutes'
      where factor = 'password'`.execute(product.database.db);
    expect((await client.get('/admin/second-factor')).headers.get('location')).toBe('/admin/login');
  });
});
