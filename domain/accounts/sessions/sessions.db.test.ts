import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { test } from '#tests/database.ts';
import { contextAs, contextOn } from '#tests/factories.ts';
import { deriveKey } from '#domain/core/secrets.ts';
import { cookieName } from './cookies.ts';
import { clearSession, signOut } from './end-sessions.ts';
import { deleteExpiredSessions, findSession, startSession } from './sessions.ts';

/** A super admin's context, and headers with the cookie of a new session of theirs. */
async function signedIn(db: Database, overrides: Partial<DomainContext> = {}) {
  const { actor, ...ctx } = await contextAs(db, 'super_admin', { clientAddress: '192.0.2.7', ...overrides });
  const started = await startSession(ctx, actor.userId, { factor: 'password' }, 'Test');
  const [line = ''] = started.setCookies;
  return {
    ctx: { ...ctx, actor: null },
    actor,
    line,
    headers: new Headers({ cookie: line.split(';')[0] ?? '' }),
  };
}

describe('findSession', () => {
  test('finds the user and role of a session as they are now', async ({ db }) => {
    const { ctx, actor, headers } = await signedIn(db);
    const { email } = actor;
    expect(await findSession(ctx, headers)).toMatchObject({ email, actor: { email, role: 'super_admin' } });
    await sql`update admin_users set role = 'editor'`.execute(db);
    expect(await findSession(ctx, headers)).toMatchObject({ actor: { role: 'editor' } });
    await sql`delete from admin_users`.execute(db);
    expect(await findSession(ctx, headers)).toMatchObject({ email, actor: null });
    const { rows } = await sql`select ip_address, user_agent from sessions`.execute(db);
    expect(rows).toEqual([{ ip_address: '192.0.2.7', user_agent: 'Test' }]);
  });

  test('answers null for every other value of the cookie, and under another secret', async ({ db }) => {
    const { ctx, headers, line } = await signedIn(db);
    const [pair = ''] = line.split(';');
    const token = pair.slice(pair.indexOf('=') + 1);
    expect(token).toMatch(/^[\w-]{32}$/);
    for (const changed of [
      token.slice(1),
      `${token}x`,
      `${token.startsWith('x') ? 'y' : 'x'}${token.slice(1)}`,
      `"${token}"`,
      '%',
      '',
    ]) {
      const cookie = `${cookieName(ctx.origin, 'session')}=${changed}`;
      expect(await findSession(ctx, new Headers({ cookie })), changed).toBeNull();
    }
    const rotated = { ...ctx, deriveKey: (purpose: string) => deriveKey('another secret', purpose) };
    expect(await findSession(rotated, headers)).toBeNull();
    expect(await findSession(ctx, new Headers({ cookie: `a=b; ${pair};c=d` }))).not.toBeNull();
  });

  test('the token is not stored', async ({ db }) => {
    const { line } = await signedIn(db);
    const token = line.slice(line.indexOf('=') + 1, line.indexOf(';'));
    const { rows } = await sql<{ row: string }>`select sessions::text as row from sessions`.execute(db);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token).toString('hex'));
  });

  test.for([
    "used_at = now() - interval '7 days 1 minute'",
    "created_at = now() - interval '30 days 1 minute'",
  ])('answers null for a session past its life: %s', async (change, { db }) => {
    const { ctx, headers } = await signedIn(db);
    await sql`update sessions set ${sql.raw(change)}`.execute(db);
    expect(await findSession(ctx, headers)).toBeNull();
  });

  test('a session that is used lives on', async ({ db }) => {
    const { ctx, headers } = await signedIn(db);
    await sql`update sessions
      set used_at = now() - interval '6 days', created_at = now() - interval '29 days'`.execute(db);
    expect(await findSession(ctx, headers)).not.toBeNull();
    const { rows } = await sql`select used_at > now() - interval '1 minute' as used
      from sessions`.execute(db);
    expect(rows).toEqual([{ used: true }]);
  });
});

test('deleteExpiredSessions removes the sessions that are over, and no others', async ({ db }) => {
  const { ctx, actor } = await signedIn(db);
  await sql`delete from sessions`.execute(db);
  const changes = [
    "created_at = now() - interval '31 days'",
    "used_at = now() - interval '8 days'",
    'id = id',
  ];
  for (const change of changes) {
    const { sessionId } = await startSession(ctx, actor.userId, { factor: 'password' }, change);
    await sql`update sessions set ${sql.raw(change)} where id = ${sessionId}`.execute(db);
  }
  await deleteExpiredSessions(ctx);
  const { rows } = await sql`select user_agent from sessions`.execute(db);
  expect(rows).toEqual([{ user_agent: 'id = id' }]);
});

test('the cookie is bound to host and HTTPS where there is HTTPS', async ({ db }) => {
  const { line } = await signedIn(db, { origin: 'https://firm.test' });
  expect(line).toMatch(
    /^__Host-anyforge_session=[\w-]{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(clearSession(contextOn(db)).setCookies.join()).toMatch(/^anyforge_session=; Max-Age=0/);
});

test('signOut ends every session of the user and of no other', async ({ db }) => {
  const [one, other] = [await signedIn(db), await signedIn(db)];
  await startSession(one.ctx, one.actor.userId, { factor: 'passkey' }, 'Elsewhere');
  await signOut(one.ctx, one.headers);
  const { rows } = await sql`select user_id from sessions`.execute(db);
  expect(rows).toEqual([{ user_id: other.actor.userId }]);
});
