import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { test } from '#tests/database.ts';
import { contextAs, emailsIn, mailing, plainHash, plainPasswords } from '#tests/factories.ts';
import { changePassword } from './change-password.ts';
import { updateOwnAccount } from './own-account.ts';
import { findLink, openLink } from '../links.ts';
import { resetPassword } from './reset-password.ts';
import { endOtherSessions, endSession } from '../sessions/end-sessions.ts';
import { startSession } from '../sessions/sessions.ts';

/** An editor with two sessions, the first of which is this one. */
async function editorWithSessions(db: Database) {
  const ctx = await contextAs(db, 'editor', mailing);
  const { userId } = ctx.actor;
  const start = async () => (await startSession(ctx, userId, { factor: 'password' }, null)).sessionId;
  const [id, other] = [await start(), await start()];
  return { ctx: { ...ctx, session: { id, factor: 'password' as const, provedAt: new Date() } }, id, other };
}

const sessionsOf = async (db: Database, userId: string) =>
  (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).map(({ id }) => id);

const passwordOf = async (db: Database, userId: string) =>
  (await db.selectFrom('users').select('password_hash').where('id', '=', userId).execute())[0]?.password_hash;

test('updateOwnAccount changes the own names only, and refuses a taken username', async ({ db }) => {
  const [one, two] = [await contextAs(db, 'editor'), await contextAs(db, 'editor')];
  const names = { displayName: 'One', username: 'first', firstName: 'A', lastName: 'B' };
  await updateOwnAccount(one, { ...names, user_id: two.actor.userId, email: 'x@firm.test', role: 'admin' });
  const { rows } = await sql`select p.display_name, p.username, p.first_name, p.last_name, a.role, u.email
    from profiles p join users u on u.id = p.user_id join admin_users a on a.user_id = u.id
    where p.username = 'first'`.execute(db);
  const { email } = one.actor;
  expect(rows).toEqual([
    { display_name: 'One', username: 'first', first_name: 'A', last_name: 'B', role: 'editor', email },
  ]);
  expect(one.changes()).toBe(1);
  await expect(updateOwnAccount(two, { ...names, username: 'FIRST' })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

test('changePassword needs the old one, ends all sessions and starts a new one', async ({ db }) => {
  const { ctx, id, other } = await editorWithSessions(db);
  const { userId } = ctx.actor;
  const change = (currentPassword: string) =>
    changePassword(ctx, plainPasswords, { currentPassword, password: 'a brand new one' }, null);
  await expect(change('wrong')).rejects.toMatchObject({ kind: 'invalid' });
  expect(await sessionsOf(db, userId)).toHaveLength(2);
  expect((await change('correct horse')).setCookies.join()).toMatch(/^anyforge_session=[\w-]{32};/);
  const left = await sessionsOf(db, userId);
  expect([left.length, left.includes(id), left.includes(other)]).toEqual([1, false, false]);
  expect(await passwordOf(db, userId)).toBe('plain:a brand new one');
});

test('resetPassword sets a password by its link, once, and ends every session', async ({ db }) => {
  const { ctx } = await editorWithSessions(db);
  const { userId, email } = ctx.actor;
  const open = () => openLink(db, { userId, purpose: 'password-reset' });
  const [replaced, token] = [await open(), await open()];
  const reset = (typed: string) => resetPassword(ctx, plainHash, { token: typed, password: 'a new one' });
  const { rows } = await sql<{ hash: string }>`
    select encode(token_hash, 'base64') as hash from account_links`.execute(db);
  for (const wrong of [replaced, rows[0]?.hash ?? '', ''])
    await expect(reset(wrong)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await findLink(ctx, 'password-reset', token)).toBe(email);
  await reset(token);
  expect([await passwordOf(db, userId), await sessionsOf(db, userId)]).toEqual(['plain:a new one', []]);
  expect(await emailsIn(db)).toMatchObject([{ subject: 'Your password has been changed' }]);
  await expect(reset(token)).rejects.toMatchObject({ kind: 'forbidden' });

  const late = await open();
  await sql`update account_links set expires_at = now()`.execute(db);
  await expect(reset(late)).rejects.toMatchObject({ kind: 'forbidden' });
});

test('one session can be ended alone, and only one’s own; all others at once', async ({ db }) => {
  const { ctx, id, other } = await editorWithSessions(db);
  const boss = await contextAs(db, 'super_admin');
  await expect(endSession(boss, other)).rejects.toMatchObject({ kind: 'not-found' });
  await endSession(ctx, other);
  expect(await sessionsOf(db, ctx.actor.userId)).toEqual([id]);
  await startSession(ctx, ctx.actor.userId, { factor: 'password' }, null);
  await endOtherSessions(ctx);
  expect(await sessionsOf(db, ctx.actor.userId)).toEqual([id]);
});
