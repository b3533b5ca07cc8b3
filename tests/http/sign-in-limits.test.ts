import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { signInLimits } from '#domain/accounts/sign-in-limits.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { createClient } from '#tests/client.ts';
import { contextOn } from '#tests/factories.ts';
import { ownerSettings, password } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';
import { askRaw } from '#tests/raw-request.ts';

const product = useProduct({ ...ownerSettings, RATE_LIMITS: 'on' });

beforeAll(async () => {
  await sql`insert into users (email, password_hash)
    select 'colleague@firm.test', password_hash from users`.execute(product.database.db);
});

type Try = {
  from: string;
  email?: string;
  password?: string;
  path?: string;
  headers?: Record<string, string>;
};

/** A sign-in over a socket that really comes from this address: the whole of 127.0.0.0/8 is this machine. */
function signIn({ from, path = '/admin/login', headers = {}, ...typed }: Try) {
  const credentials = { email: 'owner@firm.test', password, ...typed };
  const isJson = path.includes('/api/');
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return askRaw(product.origin, path, {
    method: 'POST',
    localAddress: from,
    headers: { origin: product.origin, 'content-type': type, ...headers },
    body: isJson ? JSON.stringify(credentials) : new URLSearchParams(credentials).toString(),
  });
}

const isIn = (status: number) => status === 302 || status === 200 || status === 202;

test('an invited person comes in where others used up every try', async () => {
  const owner = createClient(product);
  await owner.post('/admin/login', { email: 'owner@firm.test', password });
  const invite = { intent: 'invite', email: 'guest@firm.test', role: 'editor' };
  const answer = await (await owner.post('/admin/users.data', invite)).text();
  const path = /\/admin\/invitation\?token=[\w-]+/.exec(answer)?.[0] ?? answer;

  const from = '127.0.0.9';
  const [, shared] = signInLimits('anybody@firm.test', from, { isNetwork: false, device: null });
  if (!shared) throw new Error('A network has a limit.');
  const ctx = contextOn(product.database.db, { rateLimits: true });
  for (let n = 0; n < shared.maxAttempts; n += 1) await limitAttempts(ctx, [shared]);
  expect((await signIn({ from, email: 'guest@firm.test' })).status).toBe(429);
  expect(await signIn({ from, path, password: 'a brand new one' })).toMatchObject({
    status: 302,
    headers: { location: '/admin' },
  });
  // It gave no account an additional attempt.
  expect((await signIn({ from, email: 'colleague@firm.test' })).status).toBe(429);
});

describe('guessing at a password', () => {
  test('from one address: ten tries, by whatever way, with whatever headers', async () => {
    const ways: Omit<Try, 'from'>[] = [
      { path: '/admin/login' },
      { path: '/admin/login.data' },
      { path: '/admin/login/' },
      { path: '/api/auth/sign-in/email' },
      { path: '/api/auth/sign-in/email', email: 'OWNER@firm.test' },
      { email: ' owner@firm.test ' },
      {
        headers: {
          'x-forwarded-for': '203.0.113.7',
          'x-real-ip': '203.0.113.8',
          forwarded: 'for=203.0.113.9',
        },
      },
      { headers: { 'x-anyforge-client-address': '203.0.113.10', 'cf-connecting-ip': '203.0.113.11' } },
    ];
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        ways.map((way) => signIn({ ...way, from: '127.0.0.2', password: 'wrong horse' })),
      );
      statuses.push(...answers.map(({ status }) => status));
    }
    // The shape with a slash at its end is moved, never carried out.
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(new Set(statuses.filter((status) => status !== 401))).toEqual(new Set([429, 308]));
  });

  test('then even the right one is not looked at, and the answer says for how long', async () => {
    const answer = await signIn({ from: '127.0.0.2' });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.text).toContain('Too many attempts. Please try again in');
  });

  test('no one else is locked out: the owner elsewhere, a colleague at the same address', async () => {
    expect(isIn((await signIn({ from: '127.0.0.3' })).status)).toBe(true);
    expect(isIn((await signIn({ from: '127.0.0.2', email: 'colleague@firm.test' })).status)).toBe(true);
  });

  test('from sixty addresses: few tries, and the owner is still let in where they were before', async () => {
    const answers = [];
    for (let n = 10; n < 70; n += 1) {
      answers.push(await signIn({ from: `127.0.1.${n}`, email: 'owner@firm.test', password: 'wrong horse' }));
    }
    const tested = answers.filter(({ status }) => status === 401);
    expect(tested.length).toBeLessThanOrEqual(30);
    expect(isIn((await signIn({ from: '127.0.0.3' })).status)).toBe(true);
  });

  test('nothing that was typed is kept', async () => {
    await signIn({ from: '127.0.0.5', email: 'my secret password', password: 'x' });
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(a::text, '') from attempts a) || (select string_agg(a::text, '') from activity a) as text`.execute(
      product.database.db,
    );
    expect(rows[0]?.text).not.toContain('secret password');
    expect(rows[0]?.text).toContain('sign-in-failed');
  });
});
