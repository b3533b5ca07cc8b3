import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { inviteAdmin } from '#domain/accounts/invitations/invite-admin.ts';
import { openSetupLink } from '#domain/accounts/invitations/first-admin.ts';
import { singleSignOnOnly } from '#domain/accounts/sign-in-ways.ts';
import { getProposal } from '#domain/proposals/get-proposal.ts';
import { createClient, type Client } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { getAccessToken, goToIssuer, signInAtIssuer, useIssuer } from '#tests/issuer.ts';
import { useMailServer } from '#tests/mail-server.ts';
import { callTool, sendToMcp } from '#tests/mcp-client.ts';
import {
  activityOf,
  addPerson as addPersonTo,
  expireProofs,
  isIn,
  owner,
  ownerSettings,
  password,
  pathIn,
  runAdmin,
} from '#tests/people.ts';
import { startProduct, useProduct, type RunningProduct } from '#tests/product.ts';

const issuer = useIssuer();
const mailServer = useMailServer();
const settings = () => ({ ...issuer.settings, ...ownerSettings, ...mailServer.settings });
const product = useProduct(settings);
const only = useProduct(() => ({ ...settings(), OIDC_ONLY: 'on' }), product);

beforeAll(() => issuer.serve(product.origin, only.origin));

/** A person of the site, whom the issuer knows by the same name. */
async function addPerson(name: string, role?: string | null): Promise<string> {
  const email = await addPersonTo(product, name, role);
  issuer.people.set(name, { email, email_verified: true, name: `${name} of the issuer` });
  return email;
}

/** Signs in by single sign-on. @returns where the site sends the browser in the end. */
async function signIn(
  login: string,
  { at = product, client = createClient(at) }: { at?: RunningProduct; client?: Client } = {},
): Promise<{ client: Client; location: string | null; callback: string }> {
  const callback = await goToIssuer(client, login);
  const answer = await client.get(callback);
  return { client, location: answer.headers.get('location'), callback };
}

async function roleOf(email: string): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`
    select a.role from admin_users a join users u on u.id = a.user_id
    where u.email = ${email}`.execute(product.database.db);
  return rows[0]?.role;
}

describe('single sign-on', () => {
  test('lets an administrator in, back to where they wanted, and connects the account', async () => {
    const email = await addPerson('anna');
    const client = createClient(product);
    const login = await (await client.get('/admin/login?from=%2Fadmin%2Fposts')).text();
    expect(login).toContain('Sign in with single sign-on');
    expect(login).toContain('/admin/login/sso?from=%2Fadmin%2Fposts');
    const callback = await goToIssuer(client, 'anna', '/admin/login/sso?from=%2Fadmin%2Fposts');
    const answer = await client.get(callback);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin/posts']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(await isIn(client)).toBe(true);
    expect(await (await client.get('/admin/account?tab=sign-in')).text()).toContain('Single sign-on');
    await mailServer.next(email, 'was connected to it');
    const connected = await activityOf(product, 'single-sign-on-connected');
    expect(connected).toMatchObject([{ actor_email: email, after: { issuer: `${issuer.url}/` } }]);
    expect((await signIn('anna')).location).toBe('/admin');
  });
});

describe('single sign-on refuses', () => {
  beforeAll(() => addPerson('known'));

  test('an answer that another browser brings, with no cookie, its own, or a changed one', async () => {
    const victim = createClient(product);
    const attacker = createClient(product);
    const callback = await goToIssuer(attacker, 'known');
    const sealed = attacker.cookies.get('anyforge_sso') ?? '';
    expect((await victim.get(callback)).headers.get('location')).toBe('/admin/login?sso=expired');
    await goToIssuer(victim, 'known');
    const answer = await victim.get(callback);
    expect(answer.headers.get('location')).toBe('/admin/login?sso=refused&from=%2Fadmin');
    expect(answer.headers.getSetCookie().some((line) => line.includes('session'))).toBe(false);
    const login = await (await victim.get('/admin/login?sso=refused')).text();
    expect(login).toContain('Single sign-on did not let you in.');
    const changed = `${sealed.slice(0, -4)}AAAA`;
    const forged = await createClient(product).get(callback, { cookie: `anyforge_sso=${changed}` });
    expect(forged.headers.get('location')).toBe('/admin/login?sso=expired');
    expect(await isIn(victim)).toBe(false);
  });
});

test('an issuer that fails is named on the login, where the password still signs in', async () => {
  const client = createClient(product);
  const callback = await goToIssuer(client, 'known');
  issuer.failure = { is: 'drops', at: '/token' };
  const answer = await client.get(callback);
  expect(answer.headers.get('location')).toBe('/admin/login?sso=unavailable&from=%2Fadmin');
  expect(await (await client.get('/admin/login?sso=unavailable')).text()).toContain(
    'Single sign-on cannot be reached right now.',
  );
  expect((await client.post('/admin/login', owner)).headers.get('location')).toBe('/admin');
});

describe('a fresh proof by single sign-on', () => {
  const factors = '/admin/account/factors.data';
  const start = (client: Client) => client.post(factors, { intent: 'start-authenticator' });

  async function signedInLongAgo(login: string): Promise<Client> {
    const email = await addPerson(login);
    const { client } = await signIn(login);
    await expireProofs(product, email);
    expect((await start(client)).status).toBe(428);
    return client;
  }

  test('is a new sign-in at the issuer', async () => {
    const client = await signedInLongAgo('prover');
    const choices = await (await client.get('/admin/account/proof.data')).text();
    expect(choices).toContain('singleSignOn');
    const callback = await goToIssuer(client, 'prover', '/admin/login/sso?for=proof');
    expect((await client.get(callback)).headers.get('location')).toBe('/admin/login/done');
    expect((await start(client)).status).toBe(200);
  });
});

describe('OIDC_ONLY', () => {
  test('shows no password, and no passkey, on any screen', async () => {
    const visitor = createClient(only);
    for (const path of ['/admin/login', '/admin/forgot-password', '/admin/reset-password?token=x']) {
      const html = await (await visitor.get(path)).text();
      expect(html, path).toContain('Sign in with single sign-on');
      expect(html, path).not.toMatch(/type="password"|Sign in with a passkey/);
    }
    for (const path of ['/admin/forgot-password', '/admin/reset-password?token=x']) {
      expect(await (await visitor.get(path)).text(), path).toContain('This site uses no passwords');
    }
  });

  test('tells an invited person to sign in with the address that was invited', async () => {
    const email = 'told@firm.test';
    const boss = await contextAs(only.database.db, 'super_admin');
    const { link } = await inviteAdmin(boss, { email, role: 'editor' });
    const { pathname, search } = new URL(link ?? '');
    const html = await (await createClient(only).get(pathname + search)).text();
    expect(html).toContain(email);
    expect(html).toContain('Sign in with single sign-on, with this email address');
    expect(html).not.toContain('type="password"');
  });

  test('refuses a right password by every way', async () => {
    const email = await addPerson('only-password');
    const visitor = createClient(only);
    const link = `/admin/reset-password?token=${'x'.repeat(32)}`;
    const answers = {
      screen: await visitor.post('/admin/login', { email, password }),
      program: await visitor.json('/api/auth/sign-in/email', { email, password }),
      passkey: await visitor.post('/admin/login', { intent: 'passkey', credential: '{}' }),
      'passkey of a program': await visitor.json('/api/auth/sign-in/passkey', { credential: '{}' }),
      'sign-up': await visitor.json('/api/auth/sign-up/email', { email: 'new@firm.test', password }),
      forgot: await visitor.post('/admin/forgot-password', { email }),
    };
    for (const [way, answer] of Object.entries(answers)) {
      expect(answer.status, way).toBe(403);
      expect(await answer.text(), way).toContain(singleSignOnOnly);
      expect(answer.headers.getSetCookie(), way).toEqual([]);
    }
    expect((await visitor.post(link, { password })).status).toBe(410);
    expect(await isIn(visitor)).toBe(false);
  });

  test('ends sessions that began with a password, and keeps those of single sign-on', async () => {
    const email = await addPerson('only-session');
    const before = createClient(product);
    await before.post('/admin/login', { email, password });
    const now = createClient(only);
    for (const [name, value] of before.cookies) now.cookies.set(name, value);
    expect([await isIn(before), await isIn(now)]).toEqual([true, false]);
    const { client } = await signIn('only-session', { at: only });
    expect(await isIn(client)).toBe(true);
    const change = { intent: 'change-password', currentPassword: password, password: 'a brand new one' };
    expect((await client.post('/admin/account.data', change)).status).toBe(403);
  });

  test('lets an invited person in whom the command line invited, and an owner while the issuer is down', async () => {
    const command = async (...args: string[]) => {
      const env = { ...issuer.settings, ...mailServer.settings, OIDC_ONLY: 'on' };
      const { code, output } = await runAdmin(only, args, env);
      expect(code, output).toBe(0);
      return output;
    };
    const invited = await command('create', '--email', 'first@firm.test');
    expect(invited).toContain('sign in with single sign-on');
    issuer.people.set('first', { email: 'first@firm.test', email_verified: true });
    expect((await signIn('first', { at: only })).location).toBe('/admin');
    expect(await roleOf('first@firm.test')).toBe('super_admin');

    issuer.failure = { is: 'drops' };
    const client = createClient(only);
    await client.post(pathIn(await command('sign-in-link', '--email', 'first@firm.test')), {});
    expect(await isIn(client)).toBe(true);
    expect(await activityOf(only, 'sign-in-link-used')).toMatchObject([{ process: null }]);
  });
});

test('the answer of the issuer is read with the address of the configuration, whatever host is asked for', async () => {
  const client = createClient(product);
  const answer = await client.get('/admin/login/sso', { 'x-forwarded-host': 'evil.test' });
  const location = new URL(answer.headers.get('location') ?? '');
  expect(location.searchParams.get('redirect_uri')).toBe(`${product.origin}/admin/login/sso/callback`);
  expect(location.searchParams.get('code_challenge_method')).toBe('S256');
  expect(await signInAtIssuer(location.href, 'known')).toMatch(/^\/admin\/login\/sso\/callback\?code=/);
});

describe('access tokens of the issuer', () => {
  async function person(name: string, role: string | null) {
    const email = await addPerson(name, role);
    if (role !== null) await signIn(name);
    return { email, ...(await getAccessToken(issuer, name, `${product.origin}/mcp`)) };
  }
  const post = (secret: string, at = product) => sendToMcp(at.origin, secret, list);
  const call = (secret: string, name: string, input: Record<string, unknown>) =>
    callTool(product, secret, name, input);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const statusOf = async (secret: string) => (await post(secret)).status;

  test('the issuer is found from the refusal on, as RFC 9728 says', async () => {
    const asked = await post('');
    const [, address = ''] =
      /^Bearer resource_metadata="(.+)"$/.exec(asked.headers.get('www-authenticate') ?? '') ?? [];
    expect(address).toBe(`${product.origin}/.well-known/oauth-protected-resource/mcp`);
    for (const at of [address, address.replace('/mcp', '')]) {
      const answer = await fetch(at);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      expect(await answer.json()).toEqual({
        resource: `${product.origin}/mcp`,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ['header'],
      });
    }
  });

  test('read what is public and propose, whatever their person may, and are in the activity log', async () => {
    const { text, email } = await person('root', 'super_admin');
    const ctx = await contextAs(product.database.db, 'editor');
    const draft = await addPost(ctx, { title: 'Draft', content: '<p>zebra-quartz-4711</p>' });
    const found = await call(text, 'find_content', {});
    const read = await call(text, 'read_content', { id: draft.id });
    expect(read.error).toContain('find_content');
    expect(JSON.stringify([found, read])).not.toContain('zebra-quartz-4711');
    const sent = { fields: { title: 'By the issuer' }, reason: 'x' };
    const made = await call(text, 'propose_new', sent);
    expect(await getProposal(ctx, String(made.value?.['proposal']))).toMatchObject({
      proposer: expect.stringContaining('(with site)'),
    });
    const calls = (await activityOf(product, 'tool-called')).filter(({ actor_email: by }) => by === email);
    expect(calls.map(({ after }) => after)).toEqual([
      { token: 'site', refused: false },
      { token: 'site', refused: true },
      { token: 'site', refused: false },
    ]);
  });

  test('are refused where they are not valid; an issuer that is down is named', async () => {
    const { text, header, claims } = await person('eve', 'editor');
    expect(await statusOf(issuer.sign({ header, claims: { ...claims, aud: 'site' } }))).toBe(401);
    expect(await statusOf(issuer.sign({ header, claims }, 'other'))).toBe(401);
    const second = await startProduct({ ...issuer.settings }, product);
    issuer.failure = { is: 'drops' };
    try {
      const down = await post(text, second);
      expect([down.status, down.text]).toEqual([503, expect.stringContaining('cannot be reached')]);
      expect((await fetch(`${second.origin}/.well-known/oauth-protected-resource`)).status).toBe(503);
    } finally {
      issuer.failure = null;
      await second.stop();
    }
  });
});

test('OIDC_ONLY: an open set-up link names the command that invites the first super admin', async () => {
  const { db } = only.database;
  await db.deleteFrom('admin_users').execute();
  const token = await openSetupLink({ db });
  const answer = await createClient(only).get(`/admin/setup?token=${token}`);
  const html = await answer.text();
  expect([answer.status, html.includes('type="password"')]).toEqual([200, false]);
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain('npm run admin -- create --email ADDRESS');
});
