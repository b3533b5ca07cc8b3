import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { inviteAdmin } from '#domain/accounts/invitations/invite-admin.ts';
import { openSetupLink } from '#domain/accounts/roles/first-admin.ts';
import { refusalLimits } from '#domain/accounts/sign-in/sign-in-limits.ts';
import { singleSignOnOnly } from '#domain/accounts/sign-in/sign-in-ways.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { createClient, type Client } from '#tests/client.ts';
import { contextAs, contextOn } from '#tests/factories.ts';
import { goToIssuer, signInAtIssuer, startIssuer, type IdToken, type Issuer } from '#tests/issuer.ts';
import { startMailServer, type MailServer } from '#tests/mail-server.ts';
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
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { nextCode, setUpApp } from '#tests/totp-app.ts';

let issuer: Issuer;
let mailServer: MailServer;
let product: RunningProduct;
let only: RunningProduct;

beforeAll(async () => {
  issuer = await startIssuer();
  mailServer = await startMailServer();
  const settings = {
    ...issuer.settings,
    ...ownerSettings,
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: mailServer.url,
    CONTACT_EMAIL: 'firm@firm.test',
  };
  product = await startProduct(settings);
  only = await startProduct({ ...settings, OIDC_ONLY: 'on' }, product);
  issuer.serve(product.origin, only.origin);
});
afterEach(() => {
  issuer.tamper = null;
  issuer.failure = null;
  issuer.metadata = {};
});
afterAll(async () => {
  await only.stop();
  await product.stop();
  await mailServer.stop();
  await issuer.stop();
});

/** A person of the site, whom the issuer knows by the same name. */
async function addPerson(name: string, role?: string | null): Promise<string> {
  const email = await addPersonTo(product, name, role);
  issuer.people.set(name, { email, email_verified: true, name: `${name} of the issuer` });
  return email;
}

async function invite(email: string, role = 'editor'): Promise<void> {
  const boss = createClient(product);
  await boss.post('/admin/login', owner);
  expect((await boss.post('/admin/users.data', { intent: 'invite', email, role })).status).toBe(200);
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

async function count(table: 'sessions' | 'users' | 'admin_users'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    product.database.db,
  );
  return rows[0]?.n ?? -1;
}

async function roleOf(email: string): Promise<string | undefined> {
  const { rows } = await sql<{ role: string }>`
    select a.role from admin_users a join users u on u.id = a.user_id where u.email = ${email}`.execute(
    product.database.db,
  );
  return rows[0]?.role;
}

const refused = '/admin/login?sso=refused';

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
    expect(await (await client.get('/admin/account')).text()).toContain('Single sign-on');
    await mailServer.next(email, 'was connected to it');
    const connected = await activityOf(product, 'single-sign-on-connected');
    expect(connected).toMatchObject([{ actor_email: email, after: { issuer: `${issuer.url}/` } }]);
    expect((await signIn('anna')).location).toBe('/admin');
  });

  test('makes the account of an invited person, without a password', async () => {
    issuer.people.set('ivo', { email: 'Ivo@firm.test', email_verified: true, name: 'Ivo Invited' });
    await invite('ivo@firm.test', 'admin');
    const { client, location } = await signIn('ivo');
    expect(location).toBe('/admin');
    expect(await isIn(client)).toBe(true);
    expect(await roleOf('ivo@firm.test')).toBe('admin');
    const { rows } = await sql`
      select a.issuer, u.password_hash, p.display_name from issuer_accounts a
      join users u on u.id = a.user_id join profiles p on p.user_id = u.id where u.email = 'ivo@firm.test'`.execute(
      product.database.db,
    );
    expect(rows).toEqual([{ issuer: `${issuer.url}/`, password_hash: null, display_name: 'Ivo Invited' }]);
    const link = await sql`select from invitations where email = 'ivo@firm.test'`.execute(
      product.database.db,
    );
    expect(link.rows).toEqual([]);
    const other = createClient(product);
    expect((await other.post('/admin/login', { email: 'ivo@firm.test', password: '' })).status).toBe(401);
  });

  test('takes over an account that another person signed up with: its password is gone', async () => {
    const email = await addPerson('claimed', null);
    await sql`update users set email_verified = false where email = ${email}`.execute(product.database.db);
    await invite(email);
    expect((await signIn('claimed')).location).toBe('/admin');
    const other = createClient(product);
    expect((await other.post('/admin/login', { email, password })).status).toBe(401);
  });

  test('follows the subject at the issuer, not the address', async () => {
    const email = await addPerson('moved');
    await signIn('moved');
    issuer.people.set('moved', { email: 'married@firm.test', email_verified: true });
    const { client } = await signIn('moved');
    expect(await (await client.get('/admin/account')).text()).toContain(email);
    issuer.people.set('successor', { email, email_verified: true });
    const taken = await signIn('successor');
    expect(taken.location).toMatch(refused);
    expect(await isIn(taken.client)).toBe(false);
  });

  test('of two windows at once connects the account once', async () => {
    await addPerson('twice');
    const answers = await Promise.all([signIn('twice'), signIn('twice')]);
    expect(answers.map(({ location }) => location)).toContain('/admin');
    const { rows } = await sql`select from issuer_accounts where subject = 'twice'`.execute(
      product.database.db,
    );
    expect(rows).toHaveLength(1);
  });
});

/** What is refused: by the person at the issuer, by the token, or by the address that the browser comes back to. */
const refusals: [
  string,
  {
    login?: string;
    token?: (token: IdToken) => { token: IdToken; key?: 'other' | 'none' };
    callback?: (address: URL) => void;
  },
][] = [
  ['an address that the issuer does not call verified', { login: 'unverified' }],
  ['an address that is not known here', { login: 'uninvited' }],
  ['an account without a role', { login: 'without-role' }],
  ['a user without an address', { login: 'no-address' }],
  ['an address with a character that becomes another one in lower case', { login: 'kelvin' }],
  ['a wrong nonce', { token: withClaims({ nonce: 'another' }) }],
  ['no nonce', { token: withClaims({ nonce: undefined }) }],
  ['a token of another issuer', { token: withClaims({ iss: 'https://evil.test' }) }],
  ['a token for another client', { token: withClaims({ aud: 'another-client' }) }],
  [
    'a token for us and another client, asked for by that one',
    { token: withClaims({ aud: ['site', 'another'], azp: 'another' }) },
  ],
  ['a token for us alone, asked for by another client', { token: withClaims({ azp: 'another' }) }],
  ['a token that is issued later', { token: withClaims({ iat: Math.floor(Date.now() / 1_000) + 600 }) }],
  ['a token that has expired', { token: withClaims({ exp: Math.floor(Date.now() / 1_000) - 600 }) }],
  ['a token of the future', { token: withClaims({ nbf: Math.floor(Date.now() / 1_000) + 600 }) }],
  ['a token without a subject', { token: withClaims({ sub: '' }) }],
  ['a signature by another key', { token: (token) => ({ token, key: 'other' }) }],
  ['no signature', { token: (token) => ({ token, key: 'none' }) }],
  ['a wrong state', { callback: (address) => address.searchParams.set('state', 'another') }],
  ['no state', { callback: (address) => address.searchParams.delete('state') }],
  [
    'another issuer in the address',
    { callback: (address) => address.searchParams.set('iss', 'https://evil.test') },
  ],
  ['a made-up code', { callback: (address) => address.searchParams.set('code', 'made-up') }],
  ['no code', { callback: (address) => address.searchParams.delete('code') }],
  [
    'a user who said no',
    {
      callback: (address) => {
        address.searchParams.delete('code');
        address.searchParams.set('error', 'access_denied');
      },
    },
  ],
];

function withClaims(claims: Record<string, unknown>) {
  return ({ header, claims: own }: IdToken) => ({ token: { header, claims: { ...own, ...claims } } });
}

describe('single sign-on is refused in the same words', () => {
  beforeAll(async () => {
    await addPerson('known');
    await addPerson('without-role', null);
    await addPerson('unverified');
    issuer.people.set('unverified', { email: 'unverified@firm.test', email_verified: false });
    issuer.people.set('uninvited', { email: 'uninvited@firm.test', email_verified: true });
    issuer.people.set('no-address', {});
    await addPerson('knife');
    issuer.people.set('kelvin', { email: '\u212Anife@firm.test', email_verified: true });
  });

  test.for(refusals)('for %s', async ([, { login = 'known', token = null, callback = () => {} }]) => {
    const before = [await count('sessions'), await count('users'), await count('admin_users')];
    const client = createClient(product);
    issuer.tamper = token;
    const address = new URL(await goToIssuer(client, login), product.origin);
    callback(address);
    const answer = await client.get(address.pathname + address.search);
    expect(answer.headers.get('location')).toBe(`${refused}&from=%2Fadmin`);
    expect(answer.headers.getSetCookie().some((line) => line.includes('session'))).toBe(false);
    expect(await (await client.get(`${refused}&from=%2Fadmin`)).text()).toContain(
      'Single sign-on did not let you in.',
    );
    expect([await count('sessions'), await count('users'), await count('admin_users')]).toEqual(before);
  });

  test('and the first sign-in of the table would have been let in without its change', async () => {
    expect((await signIn('known')).location).toBe('/admin');
    expect((await signIn('knife')).location).toBe('/admin');
  });

  test('for an answer that was used before, also with the cookie it belongs to', async () => {
    const client = createClient(product);
    const callback = await goToIssuer(client, 'known');
    const sealed = client.cookies.get('anyforge_sso') ?? '';
    const answers = await Promise.all(
      [1, 2].map(() => createClient(product).get(callback, { cookie: `anyforge_sso=${sealed}` })),
    );
    expect(answers.map((answer) => answer.headers.get('location')).toSorted()).toEqual([
      '/admin',
      `${refused}&from=%2Fadmin`,
    ]);
    const later = await createClient(product).get(callback, { cookie: `anyforge_sso=${sealed}` });
    expect(later.headers.get('location')).toBe(`${refused}&from=%2Fadmin`);
  });

  test('for an answer that another browser brings, with no cookie, its own, or a changed one', async () => {
    const victim = createClient(product);
    const attacker = createClient(product);
    const callback = await goToIssuer(attacker, 'known');
    const sealed = attacker.cookies.get('anyforge_sso') ?? '';
    expect((await victim.get(callback)).headers.get('location')).toBe('/admin/login?sso=expired');
    await goToIssuer(victim, 'known');
    expect((await victim.get(callback)).headers.get('location')).toMatch(refused);
    const changed = `${sealed.slice(0, -4)}AAAA`;
    const forged = await createClient(product).get(callback, { cookie: `anyforge_sso=${changed}` });
    expect(forged.headers.get('location')).toBe('/admin/login?sso=expired');
    expect(await isIn(victim)).toBe(false);
  });

  test('after the role was taken away', async () => {
    const email = await addPerson('former');
    const { client } = await signIn('former');
    await sql`delete from admin_users where user_id = (select id from users where email = ${email})`.execute(
      product.database.db,
    );
    expect(await isIn(client)).toBe(false);
    expect((await signIn('former')).location).toMatch(refused);
  });
});

describe('an issuer that fails', () => {
  /** The site keeps what it has read of the issuer for an hour; this one has not read it yet. */
  let fresh: RunningProduct;
  beforeAll(async () => {
    fresh = await startProduct({ ...issuer.settings }, product);
    issuer.serve(product.origin, only.origin, fresh.origin);
  });
  afterAll(() => fresh.stop());

  test.for([
    ['drops connections', { failure: { is: 'drops' } }],
    ['never answers', { failure: { is: 'says nothing' } }],
    ['answers with garbage', { failure: { is: 'garbage' } }],
    ['never ends its answer', { failure: { is: 'endless' } }],
    ['answers 500', { failure: { is: 500 } }],
    ['names an endpoint that is no address', { metadata: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['is another one than the configured', { metadata: { issuer: 'https://evil.test' } }],
  ] as const)('and %s is named on the login, where the password still signs in', async ([, wrong]) => {
    Object.assign(issuer, wrong);
    const client = createClient(fresh);
    const started = performance.now();
    const answer = await client.get('/admin/login/sso');
    expect(performance.now() - started).toBeLessThan(8_000);
    expect(answer.headers.get('location')).toBe('/admin/login?sso=unavailable&from=%2Fadmin');
    expect(await (await client.get('/admin/login?sso=unavailable')).text()).toContain(
      'Single sign-on cannot be reached right now.',
    );
    expect((await client.post('/admin/login', owner)).headers.get('location')).toBe('/admin');
  });

  test('is asked again as soon as it answers', async () => {
    expect((await signIn('known', { at: fresh })).location).toBe('/admin');
  });

  test.for([
    ['drops connections', { is: 'drops', at: '/token' }],
    ['answers with garbage', { is: 'garbage', at: '/token' }],
    ['answers 500', { is: 500, at: '/token' }],
    ['cannot tell more of the user', { is: 500, at: '/me' }],
  ] as const)('and %s for the token is named on the login', async ([, failure]) => {
    await addPerson(`late-${failure.is}-${failure.at.slice(1)}`);
    const client = createClient(product);
    const callback = await goToIssuer(client, 'known');
    issuer.failure = failure;
    expect((await client.get(callback)).headers.get('location')).toBe(
      '/admin/login?sso=unavailable&from=%2Fadmin',
    );
    expect(await isIn(client)).toBe(false);
  });
});

describe('a second factor', () => {
  afterAll(async () => {
    await sql`update installation set second_factor = 'none'`.execute(product.database.db);
  });

  test('is asked for by us where the issuer did not say that it asked for two', async () => {
    const email = await addPerson('one-factor');
    const withPassword = createClient(product);
    await withPassword.post('/admin/login', { email, password });
    const app = await setUpApp(withPassword);
    const { client, location } = await signIn('one-factor');
    expect(location).toBe('/admin/second-factor?from=%2Fadmin');
    expect(await isIn(client)).toBe(false);
    expect((await client.post('/admin/second-factor', { code: '000000' })).status).toBe(401);
    expect((await client.post('/admin/second-factor', { code: nextCode(app) })).status).toBe(302);
    expect(await isIn(client)).toBe(true);
    expect(await (await client.get('/admin/account')).text()).toContain(
      'Single sign-on and authenticator app',
    );
  });

  test.for([
    ['amr', { amr: ['pwd', 'mfa'] }, true],
    ['acr', { acr: 'phr' }, true],
    ['another amr', { amr: ['pwd'], acr: '1' }, false],
  ] as const)('of the issuer counts by %s', async ([name, claims, counts]) => {
    await sql`update installation set second_factor = 'everybody'`.execute(product.database.db);
    const login = `mfa-${name.replace(' ', '-')}`;
    await addPerson(login);
    issuer.tamper = withClaims(claims);
    const { client, location } = await signIn(login);
    expect(location).toBe(counts ? '/admin' : '/admin/second-factor?from=%2Fadmin');
    expect(await isIn(client)).toBe(counts);
    await sql`update installation set second_factor = 'none'`.execute(product.database.db);
  });
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

  test('is refused for another user of the issuer, an old sign-in there, and another session', async () => {
    const client = await signedInLongAgo('stale-prover');
    const prove = async (login: string, by = client) => {
      const callback = await goToIssuer(client, login, '/admin/login/sso?for=proof');
      const sealed = client.cookies.get('anyforge_sso') ?? '';
      if (by !== client) by.cookies.set('anyforge_sso', sealed);
      return (await by.get(callback)).status;
    };
    expect(await prove('anna')).toBe(401);
    issuer.tamper = withClaims({ auth_time: Math.floor(Date.now() / 1_000) - 3_600 });
    expect(await prove('stale-prover')).toBe(401);
    issuer.tamper = null;
    const { client: another } = await signIn('stale-prover');
    expect(await prove('stale-prover', another)).toBe(401);
    expect((await start(client)).status).toBe(428);
  });

  test('is not given by a sign-in for which the issuer asked no one', async () => {
    await addPerson('remembered');
    for (const authTime of [Math.floor(Date.now() / 1_000) - 3_600, undefined]) {
      issuer.tamper = withClaims({ auth_time: authTime });
      const { client, location } = await signIn('remembered');
      expect(location).toBe('/admin');
      expect((await start(client)).status).toBe(428);
    }
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

  test('an open set-up link names the command that invites the first super admin', async () => {
    const fresh = await startProduct({ ...issuer.settings, OIDC_ONLY: 'on' });
    try {
      const token = await openSetupLink({ db: fresh.database.db });
      const answer = await createClient(fresh).get(`/admin/setup?token=${token}`);
      const html = await answer.text();
      expect([answer.status, html.includes('type="password"')]).toEqual([200, false]);
      expect(html.replaceAll(/<[^>]+>/g, '')).toContain('npm run admin -- create --email ADDRESS');
    } finally {
      await fresh.stop();
    }
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
      const settings = {
        ...issuer.settings,
        OIDC_ONLY: 'on',
        EMAIL_TRANSPORT: 'smtp',
        SMTP_URL: mailServer.url,
        CONTACT_EMAIL: 'firm@firm.test',
      };
      const { code, output } = await runAdmin(only, args, settings);
      expect(code, output).toBe(0);
      return output;
    };
    const invited = await command('create', '--email', 'first@firm.test');
    expect(invited).toContain('sign in with single sign-on');
    issuer.people.set('first', { email: 'first@firm.test', email_verified: true });
    expect((await signIn('first', { at: only })).location).toBe('/admin');
    expect(await roleOf('first@firm.test')).toBe('super_admin');

    issuer.failure = { is: 'drops' };
    const output = await command('sign-in-link', '--email', 'first@firm.test');
    const link = pathIn(output);
    const client = createClient(only);
    expect((await client.get(link)).status).toBe(200);
    expect(await isIn(client)).toBe(false);
    expect((await client.post(link, {})).headers.get('location')).toBe('/admin');
    expect(await isIn(client)).toBe(true);
    expect((await createClient(only).post(link, {})).status).toBe(410);
    await mailServer.next('first@firm.test', 'created a link that signs in');
    expect(await activityOf(only, 'sign-in-link-created')).toMatchObject([{ process: 'command line' }]);
    expect(await activityOf(only, 'sign-in-link-used')).toMatchObject([{ process: null }]);
  });
});

test('a site without an issuer has no such addresses and shows no button', async () => {
  const without = await startProduct({}, product);
  try {
    const visitor = createClient(without);
    expect((await visitor.get('/admin/login/sso')).status).toBe(404);
    expect((await visitor.get('/admin/login/sso/callback?code=x')).headers.get('location')).toBe(
      '/admin/login?sso=expired',
    );
    expect(await (await visitor.get('/admin/login')).text()).not.toContain('single sign-on');
  } finally {
    await without.stop();
  }
});

test('refusals of single sign-on are limited for a network', async () => {
  const limited = await startProduct({ ...issuer.settings, RATE_LIMITS: 'on' }, product);
  try {
    const client = createClient(limited);
    const refuse = async () => {
      const sent = await client.get('/admin/login/sso');
      const state = new URL(sent.headers.get('location') ?? '').searchParams.get('state');
      return (await client.get(`/admin/login/sso/callback?error=access_denied&state=${state}`)).status;
    };
    const ctx = contextOn(product.database.db, { rateLimits: true });
    const limits = refusalLimits('single-sign-on', '127.0.0.1', null);
    for (let n = 0; n < 49; n += 1) await limitAttempts(ctx, limits);
    expect([await refuse(), await refuse()]).toEqual([302, 429]);
  } finally {
    await limited.stop();
  }
});

test('the answer of the issuer is read with the address of the configuration, whatever host is asked for', async () => {
  const client = createClient(product);
  const answer = await client.get('/admin/login/sso', { 'x-forwarded-host': 'evil.test' });
  const location = new URL(answer.headers.get('location') ?? '');
  expect(location.searchParams.get('redirect_uri')).toBe(`${product.origin}/admin/login/sso/callback`);
  expect(location.searchParams.get('code_challenge_method')).toBe('S256');
  expect(await signInAtIssuer(location.href, 'known')).toMatch(/^\/admin\/login\/sso\/callback\?code=/);
});
