import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { startProcess } from '#tests/process.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

let product: RunningProduct;
let owner: Client;
const person = { email: 'owner@firm.test', displayName: 'Owner', password: 'correct horse' };

beforeAll(async () => {
  product = await startProduct();
  owner = createClient(product);
});
afterAll(() => product.stop());

const setupPath = () => new URL(product.setupLink()).pathname + new URL(product.setupLink()).search;

async function signedIn(email = person.email, password = person.password): Promise<Client> {
  const client = createClient(product);
  const answer = await client.post('/admin/login', { email, password });
  expect(answer.status).toBe(302);
  return client;
}

/** Whether the guard lets this client in. */
async function isIn(client: Client): Promise<boolean> {
  return (await client.get('/admin')).status === 200;
}

describe('the first administrator', () => {
  test('is made once with the link that the start prints, and is signed in', async () => {
    expect((await owner.get(setupPath())).status).toBe(200);
    const answer = await owner.post(setupPath(), person);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/admin']);
    expect(await isIn(owner)).toBe(true);
  });

  test('cannot be made a second time', async () => {
    const late = createClient(product);
    expect((await late.get(setupPath())).status).toBe(410);
    const answer = await late.post(setupPath(), { ...person, email: 'late@firm.test' });
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain('This set-up link has been used or has expired.');
  });
});

describe('signing in', () => {
  test.for([
    ['a wrong password', { email: person.email, password: 'wrong horse' }],
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

  test('leads back to where one came from, but never to another site', async () => {
    const login = async (from: string) =>
      (await createClient(product).post(`/admin/login?from=${encodeURIComponent(from)}`, person)).headers.get(
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

  test('a user without a row in admin_users is told so and gets no access', async () => {
    const reader = createClient(product);
    const signUp = {
      email: 'reader@firm.test',
      password: 'correct horse',
      username: 'reader',
      display_name: 'R',
    };
    expect((await reader.json('/api/auth/sign-up/email', signUp)).status).toBe(200);
    expect(await isIn(reader)).toBe(false);
    const html = await (await reader.get('/admin/login')).text();
    expect(html).toContain('reader@firm.test');
    expect(html).toContain('Sign Out');
    expect((await reader.post('/admin/posts', { intent: 'delete', id: 'x' })).status).toBe(403);
  });
});

describe('npm run admin', () => {
  async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
    const command = startProcess(['scripts/admin.ts', 'create', ...args], {
      DATA_DIR: product.dataDir,
      DATABASE_URL: urlOf(product.database.connection),
      SITE_URL: product.origin,
    });
    return { code: await command.exited, output: command.output() };
  }

  test('makes an account, gives one a role, and for a new address prints a link that makes one, once', async () => {
    const [made, invited, without] = await Promise.all([
      run('--email', 'made@firm.test', '--password', person.password, '--role', 'editor'),
      run('--email', 'invited@firm.test', '--role', 'editor'),
      run(),
    ]);
    expect(made).toEqual({ code: 0, output: 'Created made@firm.test with the role editor.\n' });
    const raised = await run('--email', 'made@firm.test', '--role', 'admin');
    expect(raised).toEqual({ code: 0, output: 'Gave made@firm.test the role admin.\n' });
    await signedIn('made@firm.test');

    expect(invited.output).toContain('invited@firm.test gets the role editor with this link');
    const { pathname, search } = new URL(/http\S+/.exec(invited.output)?.[0] ?? '');
    const guest = createClient(product);
    const account = { displayName: 'Guest', password: 'a brand new one', email: 'other@firm.test' };
    expect((await guest.post(pathname + search, account)).headers.get('location')).toBe('/admin');
    expect(await (await guest.get('/admin')).text()).toContain('Signed in as invited@firm.test');
    expect((await createClient(product).post(pathname + search, account)).status).toBe(410);

    expect(without.code).toBe(1);
    expect(without.output).toContain('There is a super admin already.');
  });
});

describe('sessions', () => {
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
    await sql`update sessions set used_at = now() - interval '7 days 1 second'`.execute(product.database.db);
    const read = await client.get('/admin/posts');
    expect([read.status, read.headers.get('location')]).toEqual([302, '/admin/login?from=%2Fadmin%2Fposts']);
    expect((await client.post('/admin/posts.data', { intent: 'delete', id: 'x' })).status).toBe(401);
  });

  test('what the admin shows is stored nowhere', async () => {
    const answer = await createClient(product).get('/admin/login');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });
});

test('no password, token or cookie is in the log', async () => {
  await signedIn().catch(() => {});
  const output = product.output();
  expect(output).toContain('"level":"info"');
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  for (const secret of [
    person.password,
    new URL(product.setupLink()).searchParams.get('token') ?? '',
    'anyforge_session=',
  ]) {
    expect(lines.join('\n')).not.toContain(secret);
  }
});
