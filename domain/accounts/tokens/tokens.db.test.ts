import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { bindSubject } from '#db/queries/accounts.ts';
import { upsertAdmin } from '#db/queries/admins.ts';
import { insertToken } from '#db/queries/tokens.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { countLockWaits, test } from '#tests/database.ts';
import { addAuthenticator, adminIdOf, contextAs, emailsIn, mailing, plainHash } from '#tests/factories.ts';
import { changePassword } from '../profile/change-password.ts';
import { openLink } from '../links.ts';
import { createPasswordLink, resetFactors, signOutEverybody } from '../operator/recovery.ts';
import { resetPassword } from '../profile/reset-password.ts';
import { changeRole, removeAdmin } from '../roles/change-role.ts';
import { hashToken } from '#domain/core/secrets.ts';
import type { AccessToken } from '../single-sign-on.ts';
import { endOtherSessions, endSessionsOf } from '../sessions/end-sessions.ts';
import { startSession } from '../sessions/sessions.ts';
import { createToken, endToken, listOwnTokens } from './manage-tokens.ts';
import { readAccessToken } from './read-access-token.ts';
import { readToken, requireLiveToken } from './read-token.ts';

const form = { name: 'Claude on my laptop', days: '30', propose: 'on', readDrafts: 'on' };
const passwords = { ...plainHash, verifyPassword: async () => true };

const make = async (ctx: DomainContext, fields: object = {}) =>
  (await createToken(ctx, { ...form, ...fields })).secret;
const idOf = async (ctx: DomainContext) => (await listOwnTokens(ctx)).tokens[0]?.id ?? '';
const emailsTo = async (db: Database, email: string) =>
  (await emailsIn(db)).flatMap(({ to, text }) => (to === email ? [text] : [])).join();

test('createToken stores only a hash, says so in log and email; readToken knows it', async ({ db }) => {
  const ctx = await contextAs(db, 'editor', mailing);
  const { userId, email } = ctx.actor;
  const { name, secret } = await createToken(ctx, form);
  expect(name).toBe(form.name);
  expect(secret).toMatch(/^af_[\w-]{43}$/);
  const row = await db.selectFrom('tokens').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ token_hash: hashToken(secret), may_propose: true, may_read_drafts: true });
  expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(30 * 24 * 3_600_000);
  const { rows } = await sql<{ text: string }>`select row_to_json(t)::text as text from tokens t
    union all select row_to_json(a)::text from activity a union all select row_to_json(o)::text
    from jobs o`.execute(db);
  expect(rows.filter(({ text }) => text.includes(secret) || text.includes(secret.slice(3)))).toEqual([]);
  expect(await db.selectFrom('activity').selectAll().executeTakeFirst()).toMatchObject({
    action: 'token-created',
    actor_email: email,
    subject_label: form.name,
    after: { rights: 'Read, Propose, Read drafts', ends: row.expires_at.toISOString() },
  });
  expect(ctx.securityEvents).toMatchObject([{ event: 'token-created', userId }]);
  expect(await emailsTo(db, email)).toContain(`The token “${form.name}” was created.`);
  expect(await readToken(ctx, secret)).toEqual({
    tokenId: row.id,
    tokenName: form.name,
    actor: { userId, email, name: expect.any(String), role: 'editor' },
    rights: { propose: true, readDrafts: true },
  });
});

test.for([
  { name: '' },
  { name: 'x'.repeat(61) },
  { name: ['a'] },
  { days: '91' },
  { days: '0' },
  { days: 90 },
  { days: undefined },
  { propose: 'true' },
  { readDrafts: { on: 'on' } },
])('createToken refuses %o', async (fields, { ctx }) => {
  await expect(make(ctx, fields)).rejects.toMatchObject({ kind: 'invalid' });
  expect((await listOwnTokens(ctx)).tokens).toEqual([]);
});

test('createToken asks for a fresh proof, and a visitor may not', async ({ db }) => {
  const ctx = await contextAs(db, 'super_admin');
  const session = {
    id: '',
    factor: 'password' as const,
    provedAt: new Date(ctx.now().getTime() - 11 * 60_000),
  };
  await expect(createToken({ ...ctx, session }, form)).rejects.toMatchObject({ kind: 'unproved' });
  await expect(createToken({ ...ctx, session: null }, form)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(createToken({ ...ctx, actor: null }, form)).rejects.toMatchObject({ kind: 'forbidden' });
  expect((await listOwnTokens(ctx)).tokens).toEqual([]);
});

test('a person has 20 tokens at most, created at once or not; expired ones do not count', async ({ own }) => {
  const ctx = await contextAs(own.db, 'editor');
  const { userId } = ctx.actor;
  const made = await Promise.allSettled(Array.from({ length: 25 }, () => make(ctx)));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await sql`update tokens set created_at = now() - interval '31 days', expires_at = now()
    where id = (select id from tokens where user_id = ${userId} limit 1)`.execute(own.db);
  expect((await listOwnTokens(ctx)).tokens.filter(({ isExpired }) => isExpired)).toHaveLength(1);
  await make(ctx);
  await expect(make(ctx)).rejects.toMatchObject({ message: expect.stringContaining('20 tokens already') });
});

test('the database holds no token for more than 90 days', async ({ db }) => {
  const { userId } = (await contextAs(db, 'editor')).actor;
  const rights = { may_propose: false, may_read_drafts: false, factor: 'password' } as const;
  const token = { user_id: userId, name: 'Script', ...rights };
  const insert = (days: number) => insertToken(db, { ...token, token_hash: hashToken(`${days}`), days });
  await insert(90);
  await expect(insert(91)).rejects.toMatchObject({ code: '23514' });
});

describe('readToken', () => {
  test('answers undefined for what is no secret of a token', async ({ ctx }) => {
    const secret = await make(ctx);
    const wrong = `${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const text of ['', 'af_', wrong, `${secret}x`, secret.slice(3), ` ${secret}`, 'x'.repeat(1e6)]) {
      expect(await readToken(ctx, text)).toBeUndefined();
    }
  });

  test('answers undefined from the moment on at which it expires', async ({ db, ctx }) => {
    const secret = await make(ctx);
    await sql`update tokens set created_at = now() - interval '31 days', expires_at = now()`.execute(db);
    expect(await readToken(ctx, secret)).toBeUndefined();
  });

  test('notes the use at most once a minute', async ({ own }) => {
    const ctx = { ...(await contextAs(own.db, 'editor')), now: () => new Date() };
    const secret = await make(ctx);
    const used = async () => (await listOwnTokens(ctx)).tokens[0]?.usedAt?.getTime();
    expect(await used()).toBeUndefined();
    await readToken(ctx, secret);
    const first = await used();
    await readToken(ctx, secret);
    expect(await used()).toBe(first);
    await sql`update tokens set used_at = now() - interval '61 seconds'`.execute(own.db);
    await readToken(ctx, secret);
    expect(await used()).toBeGreaterThanOrEqual(first ?? Infinity);
  });

  test('gives the role that its person has now, and no right that was not chosen', async ({ db }) => {
    const boss = await contextAs(db, 'super_admin');
    const ctx = await contextAs(db, 'admin');
    const secret = await make(ctx, { propose: undefined, readDrafts: undefined });
    await changeRole(boss, { id: await adminIdOf(ctx), role: 'editor' });
    expect(await readToken(ctx, secret)).toMatchObject({
      actor: { role: 'editor' },
      rights: { propose: false, readDrafts: false },
    });
  });

  test('answers undefined while its person lacks a required second factor', async ({ db, ctx }) => {
    const secret = await make(ctx);
    await sql`update installation set second_factor = 'everybody'`.execute(db);
    expect(await readToken(ctx, secret)).toBeUndefined();
    await addAuthenticator(db, ctx.actor.userId);
    expect(await readToken(ctx, secret)).toBeDefined();
  });

  test('answers undefined for one made with a password where single sign-on is all', async ({ db }) => {
    const signInWays = { passwords: false, singleSignOn: true, signUp: false };
    const ctx = await contextAs(db, 'editor');
    const byPassword = await make(ctx);
    const session = { id: '', factor: 'oidc' as const, provedAt: new Date() };
    const byIssuer = await make({ ...ctx, session });
    expect(await readToken({ ...ctx, signInWays }, byPassword)).toBeUndefined();
    expect(await readToken({ ...ctx, signInWays }, byIssuer)).toBeDefined();
  });
});

describe('all tokens of a person end', () => {
  type End = (ctx: Awaited<ReturnType<typeof contextAs>>, boss: DomainContext) => Promise<unknown>;
  const ends: Record<string, End> = {
    'with a new password': (ctx) =>
      changePassword(ctx, passwords, { currentPassword: 'x', password: 'a brand new one' }, null),
    'with a new password by email': async (ctx) => {
      const link = { userId: ctx.actor.userId, purpose: 'password-reset', minutes: 60 } as const;
      const token = await openLink(ctx.db, link);
      await resetPassword(ctx, plainHash, { token, password: 'a brand new one' });
    },
    'with the command for a new password': (ctx) => createPasswordLink(ctx, ctx.actor.email),
    'with the command that removes all factors': (ctx) => resetFactors(ctx, ctx.actor.email),
    'with the command that signs everybody out': signOutEverybody,
    'with all other sessions': endOtherSessions,
    'with all sessions, ended by an admin': async (ctx, boss) => endSessionsOf(boss, await adminIdOf(ctx)),
    'with their role': async (ctx, boss) => removeAdmin(boss, await adminIdOf(ctx)),
  };
  test.for(Object.entries(ends))('%s, and a role given again brings none back', async ([, end], { db }) => {
    const boss = await contextAs(db, 'super_admin');
    const [ctx, other] = [await contextAs(db, 'editor'), await contextAs(db, 'editor')];
    const { sessionId: id } = await startSession(ctx, ctx.actor.userId, { factor: 'password' }, null);
    const session = { id, factor: 'password' as const, provedAt: new Date() };
    const [secret, kept] = [await make(ctx), await make(other)];
    await end({ ...ctx, session }, boss);
    expect(await readToken(ctx, secret)).toBeUndefined();
    await upsertAdmin(db, ctx.actor.userId, 'editor');
    expect(await readToken(ctx, secret)).toBeUndefined();
    expect(await readToken(ctx, kept)).toEqual(end === signOutEverybody ? undefined : expect.anything());
  });
});

describe('endToken', () => {
  test('ends an own one at once and says so in the log and by email', async ({ db }) => {
    const ctx = await contextAs(db, 'editor', mailing);
    const secret = await make(ctx);
    const id = await idOf(ctx);
    await endToken(ctx, id);
    expect(await readToken(ctx, secret)).toBeUndefined();
    expect(await emailsTo(db, ctx.actor.email)).toContain(`The token “${form.name}” was ended.`);
    const entry = db.selectFrom('activity').selectAll().where('action', '=', 'token-ended');
    expect(await entry.executeTakeFirst()).toMatchObject({ subject_id: id, subject_label: form.name });
    expect(ctx.securityEvents.at(-1)).toMatchObject({ event: 'token-ended' });
    await expect(endToken(ctx, id)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('ends that of another person, who is told', async ({ db }) => {
    const ctx = await contextAs(db, 'super_admin', mailing);
    const secret = await make(ctx);
    const id = await idOf(ctx);
    const boss = await contextAs(db, 'super_admin', mailing);
    await endToken(boss, id);
    expect(await readToken(ctx, secret)).toBeUndefined();
    expect(await emailsTo(db, ctx.actor.email)).toContain('was ended by a super admin.');
    expect(boss.securityEvents.at(-1)).toMatchObject({ subjectId: ctx.actor.userId });
  });

  test.for(['', 'x', '1'.repeat(1e5)])('does not find %o', async (id, { db }) => {
    await expect(endToken(await contextAs(db, 'super_admin'), id)).rejects.toMatchObject({
      kind: 'not-found',
    });
  });

  test('is for people, not for tokens', async ({ db }) => {
    const ctx = await contextAs(db, 'super_admin');
    await make(ctx);
    const bySomeProgram = { ...ctx, session: null };
    await expect(endToken(bySomeProgram, await idOf(ctx))).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('requireLiveToken', () => {
  test('knows a token and the role of its person, until they end', async ({ db, ctx }) => {
    await make(ctx);
    const boss = await contextAs(db, 'super_admin');
    const byToken = { ...ctx, token: { id: await idOf(ctx), name: 'x' } };
    const byIssuer = { ...ctx, token: { id: null, name: 'x' } };
    await requireLiveToken(byToken);
    await endToken(boss, byToken.token.id);
    await expect(requireLiveToken(byToken)).rejects.toMatchObject({ kind: 'forbidden' });
    await requireLiveToken(byIssuer);
    await removeAdmin(boss, await adminIdOf(ctx));
    await expect(requireLiveToken(byIssuer)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  test('holds the token: it ends after what was changed with it', async ({ own }) => {
    const ctx = await contextAs(own.db, 'editor');
    const secret = await make(ctx);
    const token = { id: await idOf(ctx), name: 'x' };
    let ending: Promise<void> | undefined;
    await own.db.transaction().execute(async (db) => {
      await requireLiveToken({ ...ctx, db, token });
      ending = endToken(ctx, token.id);
      await expect.poll(() => countLockWaits(own.db)).toBe(1);
      expect(await readToken({ ...ctx, db: own.db }, secret)).toBeDefined();
    });
    await ending;
    expect(await readToken(ctx, secret)).toBeUndefined();
  });
});

test('readAccessToken knows only whom the issuer would sign in, to read and propose', async ({ db, ctx }) => {
  const { userId, email } = ctx.actor;
  const issuer = 'https://issuer.test/';
  const token = { subject: 'ed', client: 'claude', hasTwoFactors: false };
  const read = (changed: Partial<AccessToken> | null = {}) =>
    readAccessToken(
      ctx,
      { issuer, issuerName: async () => issuer, verify: async () => changed && { ...token, ...changed } },
      'a.b.c',
    );
  const user = db.updateTable('users').where('id', '=', userId);

  expect(await read()).toBeUndefined();
  await bindSubject(db, { userId, issuer, subject: 'ed' });
  const known = {
    tokenId: null,
    tokenName: 'claude',
    actor: { userId, email, role: 'editor', name: null },
    rights: { propose: true, readDrafts: false },
  };
  expect(await read()).toEqual(known);
  expect(await read({ client: 'x'.repeat(61) })).toEqual({ ...known, tokenName: 'Single sign-on' });
  expect([await read(null), await read({ subject: 'other' })]).toEqual([undefined, undefined]);
  await user.set({ email_verified: false }).execute();
  expect(await read()).toBeUndefined();
  await user.set({ email_verified: true }).execute();
  await sql`update installation set second_factor = 'everybody'`.execute(db);
  const withTwo = async () => [await read(), await read({ hasTwoFactors: true })];
  expect(await withTwo()).toEqual([undefined, known]);
  await addAuthenticator(db, userId);
  expect(await withTwo()).toEqual([undefined, known]);
  await removeAdmin(await contextAs(db, 'super_admin'), await adminIdOf(ctx));
  expect(await read({ hasTwoFactors: true })).toBeUndefined();
});
