import { describe, expect, test } from 'vitest';

import { roles, type Role } from '#domain/actor.ts';
import { permissions } from '#domain/permissions.ts';
import { canChangeRole, canGrantRole, canEndSessions, denialMessages } from './can-change-role.ts';

const self = 'one';
const other = 'two';

describe('canChangeRole', () => {
  test('no role may change or remove itself', () => {
    for (const role of ['admin', 'super_admin'] as const) {
      const me = { userId: self, role };
      expect(canChangeRole(me, me, null, 5)).toBe(denialMessages.selfRemoval);
      expect(canChangeRole(me, me, 'editor', 5)).toBe(denialMessages.ownRole);
    }
  });

  test('an editor may change no one', () => {
    const editor = { userId: self, role: 'editor' } as const;
    for (const role of roles) {
      expect(canChangeRole(editor, { userId: other, role }, null, 5)).toBe(
        permissions['manage-admins'].denial,
      );
      expect(canChangeRole(editor, { userId: self, role: 'editor' }, role, 5)).toBe(
        permissions['manage-admins'].denial,
      );
    }
  });

  test('an admin changes admins and editors up to their own rank', () => {
    const admin = { userId: self, role: 'admin' } as const;
    expect(canChangeRole(admin, { userId: other, role: 'editor' }, 'admin', 1)).toBeNull();
    expect(canChangeRole(admin, { userId: other, role: 'admin' }, null, 1)).toBeNull();
    expect(canChangeRole(admin, { userId: other, role: 'editor' }, 'super_admin', 1)).toBe(
      denialMessages.grantAbove,
    );
    expect(canChangeRole(admin, { userId: other, role: 'super_admin' }, 'editor', 5)).toBe(
      permissions['manage-super-admins'].denial,
    );
    expect(canChangeRole(admin, { userId: other, role: 'super_admin' }, null, 5)).toBe(
      permissions['manage-super-admins'].denial,
    );
  });

  test('a super admin does everything, except take the last one away', () => {
    const owner = { userId: self, role: 'super_admin' } as const;
    const peer = { userId: other, role: 'super_admin' } as const;
    expect(canChangeRole(owner, peer, 'editor', 2)).toBeNull();
    expect(canChangeRole(owner, peer, null, 2)).toBeNull();
    expect(canChangeRole(owner, peer, null, 1)).toBe(denialMessages.lastSuperAdmin);
    expect(canChangeRole(owner, peer, 'admin', 1)).toBe(denialMessages.lastSuperAdmin);
    expect(canChangeRole(owner, peer, 'super_admin', 1)).toBeNull();
  });
});

test('sessions of others are ended up to one’s own rank, and not one’s own', () => {
  const mayEnd = (own: Role, theirs: Role) =>
    canEndSessions({ userId: self, role: own }, { userId: other, role: theirs });
  expect(roles.map((role) => mayEnd('editor', role))).toEqual(
    roles.map(() => permissions['manage-admins'].denial),
  );
  expect(roles.map((role) => mayEnd('admin', role))).toEqual([
    null,
    null,
    permissions['manage-super-admins'].denial,
  ]);
  expect(roles.map((role) => mayEnd('super_admin', role))).toEqual([null, null, null]);
  const me = { userId: self, role: 'super_admin' } as const;
  expect(canEndSessions(me, me)).toBe(denialMessages.ownSessions);
});

test('a role is given up to one’s own', () => {
  expect(roles.map((role) => canGrantRole('editor', role))).toEqual(
    roles.map(() => permissions['manage-admins'].denial),
  );
  expect(roles.map((role) => canGrantRole('admin', role))).toEqual([null, null, denialMessages.grantAbove]);
  expect(roles.map((role) => canGrantRole('super_admin', role))).toEqual([null, null, null]);
});
