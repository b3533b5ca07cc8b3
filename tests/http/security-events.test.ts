import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { findAccountByEmail } from '#db/queries/accounts.ts';
import { createClient } from '#tests/client.ts';
import { linkIn, useMailServer } from '#tests/mail-server.ts';
import { owner, ownerSettings, useOwner } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';

const secrets = {
  wrongPassword: 'wrong-secret-4711',
  newPassword: 'brand-new-secret-4712',
  message: 'a private message 4713',
  visitor: 'visitor-4714@elsewhere.test',
};

const mail = useMailServer();
const product = useProduct(() => ({ ...ownerSettings, ...mail.settings, RATE_LIMITS: 'on' }));
const boss = useOwner(product);

type Line = Record<string, unknown>;

function listLines(): Line[] {
  return product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Line => JSON.parse(line));
}

/** Waits until the last event of a name in the log has these fields. */
async function expectEvent(event: string, fields: Line): Promise<Line> {
  const find = () => listLines().findLast((line) => line['event'] === event);
  await expect.poll(find).toMatchObject(fields);
  return find() ?? {};
}

const userIdOf = async (email: string) => (await findAccountByEmail(product.database.db, email))?.id;

/** A signed-in person. */
async function person(email: string, role: string | null) {
  const client = createClient(product);
  const password = 'another good one';
  await client.json('/api/auth/sign-up/email', { email, password, username: email });
  await sql`update users set email_verified = true where email = ${email}`.execute(product.database.db);
  if (role !== null) {
    await sql`insert into admin_users (user_id, role) select id, ${role} from users
      where email = ${email}`.execute(product.database.db);
  }
  await client.json('/api/auth/sign-in/email', { email, password });
  return { client, userId: await userIdOf(email) };
}

describe('the process log tells of', () => {
  test('a sign-in, with the line of its request', async () => {
    const event = await expectEvent('sign-in', {
      level: 'info',
      msg: 'security event',
      email: owner.email,
      userId: await userIdOf(owner.email),
      clientAddress: '127.0.0.1',
    });
    const request = listLines().find(
      (line) => line['msg'] === 'request' && line['requestId'] === event['requestId'],
    );
    expect(request).toMatchObject({ path: '/admin/login', method: 'POST' });
  });

  test('a failed sign-in and a reached limit', async () => {
    const client = createClient(product);
    const email = 'victim@firm.test';
    for (let n = 0; n < 11; n += 1) {
      await client.post('/admin/login', { email, password: secrets.wrongPassword });
    }
    await expectEvent('sign-in-failed', { level: 'warn', email, userId: null });
    await expectEvent('limit-reached', { level: 'warn', email, limit: 'sign-in' });
  });

  test('denied permissions: an editor at the messages, an account without a role', async () => {
    const { client, userId } = await person('ed@firm.test', 'editor');
    expect((await client.get('/admin/messages')).status).toBe(403);
    await expectEvent('permission-denied', { userId, email: 'ed@firm.test' });
    const userWithoutRole = await person('no-role@firm.test', null);
    expect((await userWithoutRole.client.get('/admin/posts')).status).toBe(302);
    await expectEvent('permission-denied', { userId: userWithoutRole.userId });
    expect((await userWithoutRole.client.file('/api/images/post-images', new Uint8Array([1]))).status).toBe(
      403,
    );
    await expect
      .poll(() => listLines().filter((line) => line['event'] === 'permission-denied').length)
      .toBe(3);
  });

  test('an export and an erased person', async () => {
    const visitor = createClient(product);
    const message = { name: 'V', email: secrets.visitor, subject: 'S', message: secrets.message };
    expect((await visitor.post('/contact', message)).status).toBeLessThan(400);
    expect(await (await boss.get('/admin/messages/export')).text()).toContain(secrets.message);
    await expectEvent('messages-exported', { email: owner.email });
    await boss.post('/admin/messages.data', { intent: 'erase', email: secrets.visitor });
    await expectEvent('person-erased', { email: owner.email });
  });

  test('a new password, and never of a password, a token, a message or a visitor', async () => {
    const client = createClient(product);
    await client.post('/admin/forgot-password', { email: owner.email });
    await expectEvent('password-reset-requested', { email: owner.email });
    const url = new URL(linkIn(await mail.next(owner.email, 'password')));
    await client.post(url.pathname + url.search, {
      token: url.searchParams.get('token') ?? '',
      password: secrets.newPassword,
    });
    await expectEvent('password-reset', { email: owner.email });
    const log = product.output();
    const told = [...Object.values(secrets), owner.password, url.searchParams.get('token') ?? 'none'];
    expect(told.filter((text) => log.includes(text))).toEqual([]);
    for (const value of boss.cookies.values()) expect(log).not.toContain(value);
  });
});
