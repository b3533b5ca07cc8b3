import { describe, expect, test } from 'vitest';

import { roles, type Role } from '#domain/actor.ts';
import { permissions } from '#domain/permissions.ts';
import { roleChangeDenial, roleGrantDenial, sessionEndDenial, denialMessages } from './role-change-denial.ts';

const self = 'one';
const other = 'two';

describe('roleChangeDenial', () => {
  test('no role may change or remove itself', () => {
    for (const role of ['admin', 'super_admin'] as const) {
      const me = { userId: self, role };
      expect(roleChangeDenial(me, me, null, 5)).toBe(denialMessages.selfRemoval);
      expect(roleChangeDenial(me, me, 'editor', 5)).toBe(denialMessages.ownRole);
    }
  });

  test('an editor may change no one', () => {
    const editor = { userId: self, role: 'editor' } as const;
    for (const role of roles) {
      expect(roleChangeDenial(editor, { userId: other, role }, null, 5)).toBe(
        permissions['manage-admins'].denial,
      );
      expect(roleChangeDenial(editor, { userId: self, role: 'editor' }, role, 5)).toBe(
        permissions['manage-admins'].denial,
      );
    }
  });

  test('an admin changes admins and editors up to their own rank', () => {
    const admin = { userId: self, role: 'admin' } as const;
    expect(roleChangeDenial(admin, { userId: other, role: 'editor' }, 'admin', 1)).toBeNull();
    expect(roleChangeDenial(admin, { userId: other, role: 'admin' }, null, 1)).toBeNull();
    expect(roleChangeDenial(admin, { userId: other, role: 'editor' }, 'super_admin', 1)).toBe(
      denialMessages.grantAbove,
    );
    expect(roleChangeDenial(admin, { userId: other, role: 'super_admin' }, 'editor', 5)).toBe(
      permissions['manage-super-admins'].denial,
    );
    expect(roleChangeDenial(admin, { userId: other, role: 'super_admin' }, null, 5)).toBe(
      permissions['manage-super-admins'].denial,
    );
  });

  test('a super admin does everything, except take the last one away', () => {
    const owner = { userId: self, role: 'super_admin' } as const;
    const peer = { userId: other, role: 'super_admin' } as const;
    expect(roleChangeDenial(owner, peer, 'editor', 2)).toBeNull();
    expect(roleChangeDenial(owner, peer, null, 2)).toBeNull();
    expect(roleChangeDenial(owner, peer, null, 1)).toBe(denialMessages.lastSuperAdmin);
    expect(roleChangeDenial(owner, peer, 'admin', 1)).toBe(denialMessages.lastSuperAdmin);
    expect(roleChangeDenial(owner, peer, 'super_admin', 1)).toBeNull();
  });
});

test('sessions of others are ended up to one’s own rank, and not one’s own', () => {
  const mayEnd = (own: Role, theirs: Role) =>
    sessionEndDenial({ userId: self, role: own }, { userId: other, role: theirs });
  expect(roles.map((role) => mayEnd('editor', role))).toEqual(
    roles.map(() => permissions['manage-admins'].denial),
  );
  expect(roles.map((role) => mayEnd('admin', role))).toEqual([
    null,
    null,
    permissions['manage-super-admins'].denial,
    null,
  ]);
  expect(roles.map((role) => mayEnd('super_admin', role))).toEqual(roles.map(() => null));
  const me = { userId: self, role: 'super_admin' } as const;
  expect(sessionEndDenial(me, me)).toBe(denialMessages.ownSessions);
});

test('a role is given up to one’s own', () => {
  expect(roles.map((role) => roleGrantDenial('editor', role))).toEqual(
    roles.map(() => permissions['manage-admins'].denial),
  );
  expect(roles.map((role) => roleGrantDenial('admin', role))).toEqual([
    null,
    null,
    denialMessages.grantAbove,
    null,
  ]);
  expect(roles.map((role) => roleGrantDenial('super_admin', role))).toEqual(roles.map(() => null));
});
