import { expect, test } from 'vitest';

import { permissions, roles, type Role } from '#domain/core/permissions.ts';
import { roleChangeDenial, roleGrantDenial, sessionEndDenial, denialMessages } from './role-change-denial.ts';

const self = 'one';
const other = 'two';
const { grantAbove, lastSuperAdmin, ownRole, ownSessions, selfRemoval } = denialMessages;
const noAdmin = permissions['manage-admins'].denial;
const noSuperAdmin = permissions['manage-super-admins'].denial;

test.each<[own: Role, theirs: Role, next: Role | null, superAdmins: number, denial: string | null]>([
  ['admin', 'editor', 'admin', 1, null],
  ['admin', 'admin', null, 1, null],
  ['admin', 'editor', 'super_admin', 1, grantAbove],
  ['admin', 'super_admin', 'editor', 5, noSuperAdmin],
  ['admin', 'super_admin', null, 5, noSuperAdmin],
  ['super_admin', 'super_admin', 'editor', 2, null],
  ['super_admin', 'super_admin', null, 2, null],
  ['super_admin', 'super_admin', null, 1, lastSuperAdmin],
  ['super_admin', 'super_admin', 'admin', 1, lastSuperAdmin],
  ['super_admin', 'super_admin', 'super_admin', 1, null],
  ...roles.map((role): [Role, Role, null, number, string] => ['editor', role, null, 5, noAdmin]),
])('%s changes %s to %s with %i super admins: %s', (own, theirs, next, superAdmins, denial) => {
  const [actor, target] = [
    { userId: self, role: own },
    { userId: other, role: theirs },
  ];
  expect(roleChangeDenial(actor, target, next, superAdmins)).toBe(denial);
});

test('no role may change or remove itself, nor end its own sessions', () => {
  for (const role of ['admin', 'super_admin'] as const) {
    const me = { userId: self, role };
    expect(roleChangeDenial(me, me, null, 5)).toBe(selfRemoval);
    expect(roleChangeDenial(me, me, 'editor', 5)).toBe(ownRole);
    expect(sessionEndDenial(me, me)).toBe(ownSessions);
  }
});

test('sessions of others are ended, and roles given, up to one’s own rank', () => {
  const byRole = (own: Role) =>
    roles.map((role) => [
      sessionEndDenial({ userId: self, role: own }, { userId: other, role }),
      roleGrantDenial(own, role),
    ]);
  expect(byRole('editor')).toEqual(roles.map(() => [noAdmin, noAdmin]));
  expect(byRole('admin')).toEqual(
    roles.map((role) => (role === 'super_admin' ? [noSuperAdmin, grantAbove] : [null, null])),
  );
  expect(byRole('super_admin')).toEqual(roles.map(() => [null, null]));
});
