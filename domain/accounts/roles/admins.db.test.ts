import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { findAccountByEmail } from '#db/queries/accounts.ts';
import { upsertAdmin } from '#db/queries/admins.ts';
import { listActivity } from '#domain/activity/list-activity.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { permissions, type Role } from '#domain/core/permissions.ts';
import { test } from '#tests/database.ts';
import { adminIdOf, contextAs, contextOn, lastActivity, mailing, plainHash } from '#tests/factories.ts';
import { acceptInvitation } from '../invitations/accept-invitation.ts';
import { addAccount } from '../invitations/create-admin-account.ts';
import { addAdmin } from '../invitations/add-admin.ts';
import { changeRole, removeAdmin } from './change-role.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { inviteAdmin, inviteByCommand } from '../invitations/invite-admin.ts';
import { grantRole } from '../operator/grant-role.ts';
import { findInvitation, listInvitations, withdrawInvitation } from '../invitations/invitations.ts';
import { denialMessages } from './role-change-denial.ts';
import { listAdmins, listCandidates } from './list-admins.ts';

async function roleOf(db: Database, userId: string): Promise<Role | null> {
  const row = db.selectFrom('admin_users').select('role').where('user_id', '=', userId);
  return (await row.executeTakeFirst())?.role ?? null;
}

async function newUser(
  db: Database,
  { email = `${randomUUID()}@firm.test`, verified = true } = {},
): Promise<string> {
  const insert = db.insertInto('users').values({ email, email_verified: verified });
  return (await insert.returning('id').executeTakeFirstOrThrow()).id;
}

describe('adding an administrator', () => {
  test('gives the role, with empty permissions, and says so in the log', async ({ db, admin: ctx }) => {
    const userId = await newUser(db, { email: 'new@firm.test' });
    await addAdmin(ctx, { userId, role: 'editor' });
    const row = db.selectFrom('admin_users').selectAll().where('user_id', '=', userId);
    expect(await row.executeTakeFirst()).toMatchObject({ role: 'editor', permissions: {} });
    expect(await lastActivity(db)).toMatchObject({
      actor_email: ctx.actor.email,
      action: 'admin-added',
      subject_label: 'new@firm.test',
      after: { role: 'editor' },
    });
  });

  test.for([undefined, '', 'x', ['a'], { a: 1 }, randomUUID()])(
    'needs a user: %o',
    async (userId, { db }) => {
      const ctx = await contextAs(db, 'super_admin');
      await expect(addAdmin(ctx, { userId, role: 'editor' })).rejects.toMatchObject({
        kind: 'invalid',
        message: 'Please select a user.',
      });
    },
  );

  test('not twice', async ({ db, admin }) => {
    const userId = await newUser(db);
    await addAdmin(admin, { userId, role: 'editor' });
    await expect(addAdmin(admin, { userId, role: 'admin' })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await roleOf(db, userId)).toBe('editor');
  });

  test('an account with an unconfirmed address gets an invitation instead of the role', async ({ db }) => {
    const ctx = await contextAs(db, 'super_admin', { emailConfirmation: true });
    const userId = await newUser(db, { email: 'unproved@firm.test', verified: false });
    const invitation = await addAdmin(ctx, { userId, role: 'admin' });
    expect(await roleOf(db, userId)).toBeNull();
    expect(await listInvitations(ctx)).toMatchObject([{ email: 'unproved@firm.test', role: 'admin' }]);
    expect((await listCandidates(ctx, '')).candidates).toContainEqual(
      expect.objectContaining({ userId, isConfirmed: false }),
    );

    const token = new URL(invitation?.link ?? '').searchParams.get('token') ?? '';
    const acceptance = { displayName: 'Guest', password: 'correct horse battery', token };
    await acceptInvitation(contextOn(db), plainHash, acceptance);
    expect(await roleOf(db, userId)).toBe('admin');
  });
});

describe('changing and removing', () => {
  test('a role changes, and the log has both', async ({ db }) => {
    const ctx = await contextAs(db, 'super_admin');
    const other = await contextAs(db, 'editor');
    await changeRole(ctx, { id: await adminIdOf(other), role: 'admin' });
    expect(await roleOf(db, other.actor.userId)).toBe('admin');
    expect(await lastActivity(db)).toMatchObject({
      action: 'role-changed',
      before: { role: 'editor' },
      after: { role: 'admin' },
    });
  });

  test('addAdmin decides by the actor’s row, not by the role in the request’s context', async ({ db }) => {
    const demoted = await contextAs(db, 'super_admin');
    const other = await contextAs(db, 'editor');
    await sql`update admin_users set role = 'editor' where user_id = ${demoted.actor.userId}`.execute(db);
    await expect(changeRole(demoted, { id: await adminIdOf(other), role: 'admin' })).rejects.toThrow(
      permissions['manage-admins'].denial,
    );
    await sql`delete from admin_users where user_id = ${demoted.actor.userId}`.execute(db);
    await expect(removeAdmin(demoted, await adminIdOf(other))).rejects.toMatchObject({ kind: 'forbidden' });
    const candidate = await newUser(db);
    await expect(addAdmin(demoted, { userId: candidate, role: 'editor' })).rejects.toThrow(
      permissions['manage-admins'].denial,
    );
    expect(await roleOf(db, other.actor.userId)).toBe('editor');
  });

  test('the last two super admins demote each other at once: one fails, one stays', async ({ own }) => {
    for (let round = 0; round < 8; round += 1) {
      await sql`delete from admin_users`.execute(own.db);
      const [a, b] = [await contextAs(own.db, 'super_admin'), await contextAs(own.db, 'super_admin')];
      const [idOfA, idOfB] = [await adminIdOf(a), await adminIdOf(b)];
      const outcomes = await Promise.allSettled(
        round % 2 === 0
          ? [changeRole(a, { id: idOfB, role: 'editor' }), changeRole(b, { id: idOfA, role: 'editor' })]
          : [removeAdmin(a, idOfB), removeAdmin(b, idOfA)],
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const left = own.db.selectFrom('admin_users').select('id').where('role', '=', 'super_admin');
      expect(await left.execute()).toHaveLength(1);
    }
  });
});

describe('ending the sessions of an administrator', () => {
  const startSession = (db: Database, userId: string) =>
    db
      .insertInto('sessions')
      .values({ user_id: userId, token_hash: Buffer.from(randomUUID()) })
      .execute();
  const countSessions = async (db: Database, userId: string) =>
    (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;

  test('endSessionsOf ends all sessions of an administrator, recorded in both logs', async ({ db }) => {
    const boss = await contextAs(db, 'admin');
    const editor = await contextAs(db, 'editor');
    await startSession(db, editor.actor.userId);
    await startSession(db, editor.actor.userId);
    await startSession(db, boss.actor.userId);
    await endSessionsOf(boss, await adminIdOf(editor));
    expect(await countSessions(db, editor.actor.userId)).toBe(0);
    expect(await countSessions(db, boss.actor.userId)).toBe(1);
    const query = { action: 'sessions-ended', who: '', from: '', to: '', before: '', after: '' };
    const changes = [{ name: 'Sessions', before: null, after: '2' }];
    expect((await listActivity(boss, query)).entries).toMatchObject([
      { who: boss.actor.email, what: editor.actor.email, changes },
    ]);
    const event = { event: 'sessions-ended', userId: boss.actor.userId, subjectId: editor.actor.userId };
    const request = { requestId: 'test-request', clientAddress: '192.0.2.1' };
    expect(boss.securityEvents).toMatchObject([{ ...event, ...request, sessions: 2 }]);
    await expect(endSessionsOf(boss, randomUUID())).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('from the command line', () => {
  test('a role is given to an account, and the last super admin keeps theirs', async ({ db }) => {
    const owner = await contextAs(db, 'super_admin');
    await newUser(db, { email: 'plain@firm.test' });
    await grantRole(contextOn(db), { email: 'plain@firm.test', role: 'editor' });
    await expect(grantRole(contextOn(db), { email: owner.actor.email, role: 'editor' })).rejects.toThrow(
      denialMessages.lastSuperAdmin,
    );
    expect(await roleOf(db, owner.actor.userId)).toBe('super_admin');
    expect(await db.selectFrom('activity').selectAll().execute()).toMatchObject([
      { action: 'admin-added', actor_email: null, client_address: null, process: 'command line' },
    ]);
  });

  test('an account with an unconfirmed address gets no role directly', async ({ db }) => {
    const userId = await newUser(db, { email: 'unproved@firm.test', verified: false });
    expect(await grantRole(contextOn(db), { email: 'unproved@firm.test', role: 'admin' })).toBe('unproved');
    expect(await roleOf(db, userId)).toBeNull();
  });
});

const common = 'This password is one of the most used ones. Please choose another.';

test.for([
  ['command line', common, 'Password123'],
  ['command line', 'Your email address cannot be your password. Please choose another.', 'Weak@Firm.test '],
  ['start', 'Password must be at least 8 characters long.', '😀😀😀😀'],
] as const)('addAccount by the %s refuses what forms refuse: %s', async ([by, message, password], { db }) => {
  const account = { email: 'weak@firm.test', password };
  await expect(addAccount({ db }, plainHash, account, { role: 'admin', by })).rejects.toMatchObject({
    kind: 'invalid',
    message,
  });
});

describe('the list', () => {
  test('searches role, email, display name and username, in any case', async ({ db }) => {
    const ctx = await contextAs(db, 'super_admin');
    const found = await contextAs(db, 'editor');
    await sql`update users set email = 'zoë.q@example.test' where id = ${found.actor.userId}`.execute(db);
    await sql`update profiles set display_name = 'Ærøskøbing 100%', username = 'under_score'
      where user_id = ${found.actor.userId}`.execute(db);
    const emails = async (search: string) =>
      (await listAdmins(ctx, { search, page: 1 })).items.map(({ email }) => email);
    for (const search of ['EXAMPLE', 'ærøskøb', 'ÆRØ', '100%', 'under_s', 'Editor', ' editor ']) {
      expect(await emails(search), search).toEqual(['zoë.q@example.test']);
    }
    expect(await emails('super admin')).toEqual([ctx.actor.email]);
    for (const search of ['underXs', '100%x', '\\', 'no one', '\u0000zz'])
      expect(await emails(search)).toEqual([]);
  });
});

describe('an invitation', () => {
  async function invited(
    ctx: DomainContext,
    email = 'guest@firm.test',
    role: Role = 'editor',
  ): Promise<string> {
    const { link } = await inviteAdmin(ctx, { email, role });
    return new URL(link ?? '').searchParams.get('token') ?? '';
  }
  const acceptance = { displayName: 'Guest', password: 'correct horse battery' };

  test('makes exactly the account that it names, once', async ({ db }) => {
    const token = await invited(await contextAs(db, 'admin'));
    const visitor = contextOn(db);
    await acceptInvitation(visitor, plainHash, {
      ...acceptance,
      token,
      email: 'other@firm.test',
      role: 'super_admin',
      permissions: { '*': true },
    });
    const { rows } = await sql`select u.email, u.email_verified, a.role, a.permissions, p.display_name
      from users u join admin_users a on a.user_id = u.id join profiles p on p.user_id = u.id
      where u.email in ('guest@firm.test', 'other@firm.test')`.execute(db);
    const made = { email: 'guest@firm.test', email_verified: true, role: 'editor', permissions: {} };
    expect(rows).toEqual([{ ...made, display_name: 'Guest' }]);
    await sql`delete from admin_users where role = 'editor'`.execute(db);
    await expect(acceptInvitation(visitor, plainHash, { ...acceptance, token })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  test('ends when it expires, is withdrawn or sent again, or its inviter loses the right', async ({ db }) => {
    const ctx = await contextAs(db, 'admin');
    const closing: (() => Promise<unknown>)[] = [
      () => sql`update invitations set expires_at = now() - interval '1 second'`.execute(db),
      async () => withdrawInvitation(ctx, (await listInvitations(ctx))[0]?.id ?? ''),
      () => invited(ctx),
      () => sql`update admin_users set role = 'editor' where user_id = ${ctx.actor.userId}`.execute(db),
      () => sql`delete from admin_users where user_id = ${ctx.actor.userId}`.execute(db),
    ];
    for (const close of closing) {
      await upsertAdmin(db, ctx.actor.userId, 'admin');
      const token = await invited(ctx);
      expect(await findInvitation({ db }, { token })).not.toBeNull();
      await close();
      expect(await findInvitation({ db }, { token })).toBeNull();
      const accepting = acceptInvitation(contextOn(db), plainHash, { ...acceptance, token });
      await expect(accepting).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect(await findAccountByEmail(db, 'guest@firm.test')).toBeUndefined();
  });

  test('takes over an account that another person made with the address meanwhile', async ({ db }) => {
    const token = await invited(await contextAs(db, 'admin'));
    const squatter = await newUser(db, { email: 'guest@firm.test', verified: false });
    await sql`update users set password_hash = 'plain:theirs' where id = ${squatter}`.execute(db);
    await sql`insert into sessions (user_id, token_hash) values (${squatter}, 'theirs')`.execute(db);
    await sql`insert into profiles (user_id, display_name, username, first_name)
      values (${squatter}, 'Rude', 'rude', 'R')`.execute(db);
    await sql`insert into known_places (user_id, place_hash) values (${squatter}, 'theirs')`.execute(db);
    await acceptInvitation(contextOn(db), plainHash, { ...acceptance, token });
    const { rows } =
      await sql`select u.password_hash as password, (select count(*) from sessions s where s.user_id = u.id) as sessions
      from users u where u.id = ${squatter}`.execute(db);
    expect(rows).toEqual([{ password: 'plain:correct horse battery', sessions: 0 }]);
    const names = await sql`select display_name, username, first_name, last_name from profiles
      where user_id = ${squatter}`.execute(db);
    expect(names.rows).toEqual([
      { display_name: 'Guest', username: null, first_name: null, last_name: null },
    ]);
    expect(await db.selectFrom('known_places').select('user_id').execute()).toEqual([]);
  });

  test('does not change the names of an account whose address was proved in the meantime', async ({ db }) => {
    const token = await invited(await contextAs(db, 'admin'));
    const owner = await newUser(db, { email: 'guest@firm.test' });
    await sql`insert into profiles (user_id, display_name, username)
      values (${owner}, 'The Guest', 'guest')`.execute(db);
    await acceptInvitation(contextOn(db), plainHash, { ...acceptance, token });
    const { rows } = await sql`select display_name, username from profiles
      where user_id = ${owner}`.execute(db);
    expect(rows).toEqual([{ display_name: 'The Guest', username: 'guest' }]);
  });

  test('is for addresses without a proved account', async ({ db }) => {
    const [admin, editor] = [await contextAs(db, 'admin'), await contextAs(db, 'editor')];
    await expect(inviteAdmin(admin, { email: editor.actor.email })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const formerly = await contextAs(db, 'editor');
    await sql`update users set email_verified = false where id = ${formerly.actor.userId}`.execute(db);
    await expect(inviteAdmin(admin, { email: formerly.actor.email })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'This user is already an admin.',
    });
    await newUser(db, { email: 'unproved@firm.test', verified: false });
    await inviteAdmin({ ...admin, ...mailing }, { email: 'unproved@firm.test' });
    expect(await listInvitations(admin)).toMatchObject([{ deliveryError: null }]);
    await sql`update jobs set last_error = '550 No such user'`.execute(admin.db);
    expect(await listInvitations(admin)).toMatchObject([{ deliveryError: '550 No such user' }]);
  });

  test('from the command line names no inviter, lasts, and is withdrawn like others', async ({ db }) => {
    const machine = { db, origin: 'http://firm.test' };
    const invite = async (email: string) => {
      const { link } = await inviteByCommand(machine, { email, role: 'super_admin' });
      return new URL(link).searchParams.get('token') ?? '';
    };
    const owner = await contextAs(db, 'super_admin');
    await expect(inviteByCommand(machine, { email: owner.actor.email, role: 'admin' })).rejects.toMatchObject(
      { kind: 'conflict' },
    );
    await expect(inviteByCommand(machine, { email: 'no-address', role: 'admin' })).rejects.toMatchObject({
      kind: 'invalid',
    });
    const [replaced, token] = [await invite('Guest@firm.test'), await invite('guest@firm.test')];
    expect(await findInvitation({ db }, { token: replaced })).toBeNull();
    await acceptInvitation(contextOn(db), plainHash, { ...acceptance, token, email: 'other@firm.test' });
    const { rows } = await sql`select u.email, a.role from users u join admin_users a on a.user_id = u.id
      where a.user_id <> ${owner.actor.userId}`.execute(db);
    expect(rows).toEqual([{ email: 'guest@firm.test', role: 'super_admin' }]);

    const withdrawn = await invite('second@firm.test');
    await withdrawInvitation(owner, (await listInvitations(owner))[0]?.id ?? '');
    expect(await findInvitation({ db }, { token: withdrawn })).toBeNull();
    const log = await sql<{
      process: string;
    }>`select process from activity where action = 'admin-invited'`.execute(db);
    expect(log.rows).toEqual(Array.from({ length: 3 }, () => ({ process: 'command line' })));
  });

  test('the link is not stored as it is, and fifty acceptances at once make one account', async ({ own }) => {
    const ctx = await contextAs(own.db, 'admin');
    const token = await invited(ctx);
    const { rows } = await sql<{ line: string }>`select invitations::text as line
      from invitations`.execute(own.db);
    expect(rows[0]?.line).not.toContain(token);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        acceptInvitation(contextOn(own.db), plainHash, { ...acceptance, token }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
