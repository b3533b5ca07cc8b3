import { randomUUID } from 'node:crypto';

import { roles } from '#domain/actor.ts';
import {
  act,
  activityReaders,
  inboxReaders,
  managers,
  noOne,
  owners,
  read,
  staff,
  writers,
  type Row,
} from './row.ts';

/** People with a role, what they did, and everybody's own account. */
export const peopleRows: readonly Row[] = [...userRows(), ...accountRows(), ...factorRows()];

function userRows(): Row[] {
  const path = '/admin/users';
  const route = 'admin/users/list.tsx';
  const canGrant = { contributor: managers, editor: managers, admin: managers, super_admin: owners };
  const press = (what: string, intent: string, may: Row['may'], send: NonNullable<Row['send']>): Row =>
    act(what, route, path, may, { intent, send });
  const pressOnOwn = (...args: Parameters<typeof press>): Row => ({ ...press(...args), isOwn: true });
  return [
    read(route, path, staff),
    read('admin/users/candidates.ts', '/admin/users/candidates', managers),
    read('admin/activity/list.tsx', '/admin/activity', activityReaders),
    press('end a token of another person on Users', 'end-token', owners, async (world) => ({
      id: await world.token(),
    })),
    ...roles.flatMap((role): Row[] => [
      press(`give a user the role ${role}`, 'add', canGrant[role], async (world) => ({
        userId: await world.freeUser(),
        role,
      })),
      press(`invite a person as ${role}`, 'invite', canGrant[role], () => ({
        email: `${randomUUID()}@firm.test`,
        role,
      })),
      press(`withdraw an invitation as ${role}`, 'withdraw', canGrant[role], async (world) => ({
        id: (await world.invitation(role)).id,
      })),
      press(`remove a person with the role ${role}`, 'remove', canGrant[role], async (world) => ({
        id: await world.adminRow(role),
      })),
      press(
        `end all sessions of a person with the role ${role}`,
        'end-sessions',
        canGrant[role],
        async (world) => ({
          id: await world.adminRow(role),
        }),
      ),
      pressOnOwn(`give oneself the role ${role}`, 'change-role', noOne, async (world, who) => ({
        id: await world.ownAdminRow(who),
        role,
      })),
    ]),
    press('make an editor an admin', 'change-role', managers, async (world) => ({
      id: await world.adminRow('editor'),
      role: 'admin',
    })),
    press('make an admin a super admin', 'change-role', owners, async (world) => ({
      id: await world.adminRow('admin'),
      role: 'super_admin',
    })),
    press('make a super admin an editor', 'change-role', owners, async (world) => ({
      id: await world.adminRow('super_admin'),
      role: 'editor',
    })),
    pressOnOwn('end all of one’s own sessions on Users', 'end-sessions', noOne, async (world, who) => ({
      id: await world.ownAdminRow(who),
    })),
    pressOnOwn('remove oneself', 'remove', noOne, async (world, who) => ({
      id: await world.ownAdminRow(who),
    })),
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
    press('act in a way that does not exist', 'constructor', noOne, async (world) => ({
      id: await world.adminRow('editor'),
      role: 'admin',
    })),
  ];
}

function accountRows(): Row[] {
  const path = '/admin/account';
  const route = 'admin/account/account.tsx';
  const password = 'a brand new one';
  return [
    read(route, path, writers),
    act('change one’s own names', route, path, writers, {
      intent: 'update',
      send: () => ({ displayName: randomUUID() }),
    }),
    act('switch the weekly email about leads on', route, path, inboxReaders, {
      intent: 'emails',
      send: () => ({ leads: 'true' }),
    }),
    act('end one of one’s own sessions', route, path, writers, {
      intent: 'end-session',
      isOwn: true,
      send: async (world, who) => ({ id: await world.ownSession(who) }),
    }),
    act('end all of one’s own sessions but this one', route, path, writers, { intent: 'end-other-sessions' }),
    act('end a session of another user', route, path, noOne, {
      intent: 'end-session',
      isOwn: true,
      send: async (world, who) => ({ id: await world.ownSession(who === 'editor' ? 'admin' : 'editor') }),
    }),
    read(route, `${path}?tab=tokens`, writers),
    act('create a token', route, path, writers, {
      intent: 'create-token',
      send: () => ({ name: 'Script', days: '7' }),
    }),
    act('create a token for longer than 90 days', route, path, noOne, {
      intent: 'create-token',
      send: () => ({ name: 'Script', days: '91' }),
    }),
    act('end one of one’s own tokens', route, path, writers, {
      intent: 'end-token',
      isOwn: true,
      send: async (world, who) => ({ id: await world.token(who) }),
    }),
    act('end a token of another person', route, path, owners, {
      intent: 'end-token',
      send: async (world) => ({ id: await world.token() }),
    }),
    act('change one’s own password', route, path, writers, {
      intent: 'change-password',
      fresh: true,
      send: (world) => ({ currentPassword: world.password, password }),
    }),
    act('ask for a new email address where no email is set up', route, path, noOne, {
      intent: 'change-email',
      send: () => ({ email: `${randomUUID()}@firm.test` }),
    }),
    act('change a password without the old one', route, path, noOne, {
      intent: 'change-password',
      send: () => ({ currentPassword: 'wrong', password }),
    }),
  ];
}

/** Passkeys, authenticator apps and recovery codes of one's own account. A browser test sends real ones. */
function factorRows(): Row[] {
  const path = '/admin/account/factors';
  const route = 'admin/factors/factors.ts';
  const change = (what: string, intent: string, may: Row['may'], more: Partial<Row> = {}): Row =>
    act(what, route, path, may, { intent, ...more });
  const proof = (what: string, intent: string, may: Row['may'], more: Partial<Row> = {}): Row =>
    act(what, 'admin/factors/proof.ts', '/admin/account/proof', may, { intent, ...more });
  return [
    read(route, path, writers),
    read('admin/account/prove.tsx', '/admin/prove', writers),
    read('admin/factors/proof.ts', '/admin/account/proof', writers),
    proof('prove again who one is, by the password', 'password', writers, {
      fresh: true,
      send: (world) => ({ password: world.password }),
    }),
    proof('prove again who one is, by a wrong password', 'password', noOne, {
      send: () => ({ password: 'wrong' }),
      only: ['anonymous', 'no-role', 'removed'],
    }),
    proof('prove again who one is, by a made-up passkey', 'passkey', noOne, {
      send: () => ({ credential: '{}' }),
      only: ['anonymous', 'no-role', 'removed'],
    }),
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
