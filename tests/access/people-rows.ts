import { randomUUID } from 'node:crypto';

import { roles, type Role } from '#domain/core/permissions.ts';
import {
  activityReaders,
  inboxReaders,
  managers,
  noOne,
  owners,
  read,
  screen,
  staff,
  writers,
  type Fields,
  type Row,
} from './row.ts';
import type { Kind, World } from './world.ts';

/** People with a role, what they did, and everybody's own account. */
export const peopleRows: readonly Row[] = [...userRows(), ...accountRows(), ...factorRows()];

/** The fields about the person in a form about a role. */
function adminRow(role: Role) {
  return async (world: World) => ({ id: await world.adminRow(role) });
}

async function ownRow(world: World, who: Kind) {
  return { id: await world.ownAdminRow(who) };
}

function userRows(): Row[] {
  const users = screen('admin/users/list.tsx', '/admin/users');
  const canGrant = { contributor: managers, editor: managers, admin: managers, super_admin: owners };
  const press = (what: string, intent: string, may: Row['may'], send: NonNullable<Row['send']>): Row =>
    users.act(what, may, { intent, send });
  const pressOnOwn = (...args: Parameters<typeof press>): Row => ({ ...press(...args), isOwn: true });
  const changeRole = (what: string, from: Role, to: Role, may: Row['may']): Row =>
    press(what, 'change-role', may, async (world) => ({ id: await world.adminRow(from), role: to }));
  return [
    users.read(staff),
    read('admin/users/candidates.ts', '/admin/users/candidates', managers),
    read('admin/activity/list.tsx', '/admin/activity', activityReaders),
    press('end a token of another person on Users', 'end-token', owners, async (world) => ({
      id: await world.token(),
    })),
    ...roles.flatMap((role): Row[] => {
      const may = canGrant[role];
      return [
        press(`give a user the role ${role}`, 'add', may, async (world) => ({
          userId: await world.freeUser(),
          role,
        })),
        press(`invite a person as ${role}`, 'invite', may, () => ({
          email: `${randomUUID()}@firm.test`,
          role,
        })),
        press(`withdraw an invitation as ${role}`, 'withdraw', may, async (world) => ({
          id: (await world.invitation(role)).id,
        })),
        press(`remove a person with the role ${role}`, 'remove', may, adminRow(role)),
        press(`end all sessions of a person with the role ${role}`, 'end-sessions', may, adminRow(role)),
        pressOnOwn(`give oneself the role ${role}`, 'change-role', noOne, async (world, who) => ({
          ...(await ownRow(world, who)),
          role,
        })),
      ];
    }),
    changeRole('make an editor an admin', 'editor', 'admin', managers),
    changeRole('make an admin a super admin', 'admin', 'super_admin', owners),
    changeRole('make a super admin an editor', 'super_admin', 'editor', owners),
    pressOnOwn('end all of one’s own sessions on Users', 'end-sessions', noOne, ownRow),
    pressOnOwn('remove oneself', 'remove', noOne, ownRow),
    {
      ...press('give permissions beside the role', 'change-role', managers, async (world) => ({
        id: await world.adminRow('editor'),
        role: 'editor',
        permissions: '{"*":true}',
        'permissions[*]': 'true',
        __proto__: 'x',
      })),
      changesNothing: true,
    },
    {
      ...press('say who needs a second factor', 'second-factor', owners, () => ({ policy: 'none' })),
      changesNothing: true,
    },
    {
      ...changeRole('act in a way that does not exist', 'editor', 'admin', noOne),
      intent: 'constructor',
    },
  ];
}

function accountRows(): Row[] {
  const account = screen('admin/account/account.tsx', '/admin/account');
  const password = 'a brand new one';
  const does = (what: string, intent: string, may: Row['may'], more: Partial<Row> = {}): Row =>
    account.act(what, may, { intent, ...more });
  return [
    account.read(writers),
    read('admin/account/account.tsx', '/admin/account?tab=tokens', writers),
    does('change one’s own names', 'update', writers, { send: () => ({ displayName: randomUUID() }) }),
    does('switch the weekly email about leads on', 'emails', inboxReaders, {
      send: () => ({ leads: 'true' }),
    }),
    does('end one of one’s own sessions', 'end-session', writers, {
      isOwn: true,
      send: async (world, who) => ({ id: await world.ownSession(who) }),
    }),
    does('end all of one’s own sessions but this one', 'end-other-sessions', writers),
    does('end a session of another user', 'end-session', noOne, {
      isOwn: true,
      send: async (world, who) => ({ id: await world.ownSession(who === 'editor' ? 'admin' : 'editor') }),
    }),
    does('create a token', 'create-token', writers, { send: () => ({ name: 'Script', days: '7' }) }),
    does('create a token for longer than 90 days', 'create-token', noOne, {
      send: () => ({ name: 'Script', days: '91' }),
    }),
    does('end one of one’s own tokens', 'end-token', writers, {
      isOwn: true,
      send: async (world, who) => ({ id: await world.token(who) }),
    }),
    does('end a token of another person', 'end-token', owners, {
      send: async (world) => ({ id: await world.token() }),
    }),
    does('change one’s own password', 'change-password', writers, {
      fresh: true,
      send: (world) => ({ currentPassword: world.password, password }),
    }),
    does('ask for a new email address where no email is set up', 'change-email', noOne, {
      send: () => ({ email: `${randomUUID()}@firm.test` }),
    }),
    does('change a password without the old one', 'change-password', noOne, {
      send: () => ({ currentPassword: 'wrong', password }),
    }),
  ];
}

/** Passkeys, authenticator apps and recovery codes of one's own account. A browser test sends real ones. */
function factorRows(): Row[] {
  const factors = screen('admin/factors/factors.ts', '/admin/account/factors');
  const proofs = screen('admin/factors/proof.ts', '/admin/account/proof');
  const change = (what: string, intent: string, may: Row['may'], more: Partial<Row> = {}): Row =>
    factors.act(what, may, { intent, ...more });
  const withoutProof = (what: string, intent: string, fields: Fields): Row =>
    proofs.act(what, noOne, { intent, send: () => fields, only: ['anonymous', 'no-role', 'removed'] });
  return [
    factors.read(writers),
    read('admin/account/prove.tsx', '/admin/prove', writers),
    proofs.read(writers),
    proofs.act('prove again who one is, by the password', writers, {
      intent: 'password',
      fresh: true,
      send: (world) => ({ password: world.password }),
    }),
    withoutProof('prove again who one is, by a wrong password', 'password', { password: 'wrong' }),
    withoutProof('prove again who one is, by a made-up passkey', 'passkey', { credential: '{}' }),
    change('add a made-up passkey', 'add-passkey', noOne, {
      send: () => ({ name: 'Laptop', credential: '{}' }),
    }),
    change('remove a passkey of another user', 'remove-passkey', noOne, {
      send: async (world) => ({ id: await world.passkey() }),
    }),
    change('start to set up an authenticator app', 'start-authenticator', writers, { fresh: true }),
    change('set up an authenticator app with a wrong code', 'finish-authenticator', noOne, {
      send: () => ({ code: '12345' }),
    }),
    change('remove an authenticator app that one does not have', 'remove-authenticator', noOne),
    change('create recovery codes', 'renew-recovery-codes', writers, { fresh: true }),
  ];
}
