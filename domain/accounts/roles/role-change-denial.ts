import { can, canManageRole, permissions, type Role } from '#domain/core/permissions.ts';

type Person = { userId: string; role: Role };

export const denialMessages = {
  selfRemoval: 'You cannot remove yourself as an admin.',
  ownSessions: 'End your own sessions with Sign Out, or one by one in Your account.',
  ownRole: 'You cannot change your own role.',
  grantAbove: 'You cannot give a role above your own.',
  lastSuperAdmin: 'The last super admin can be neither removed nor demoted.',
};

/**
 * Why an administrator may not be changed or removed; null when they may. The arguments must be read while the rows are locked.
 * @param next the wanted role, or null to remove
 */
export function roleChangeDenial(
  actor: Person,
  target: Person,
  next: Role | null,
  superAdmins: number,
): string | null {
  if (!can(actor, 'manage-admins')) return permissions['manage-admins'].denial;
  if (actor.userId === target.userId)
    return next === null ? denialMessages.selfRemoval : denialMessages.ownRole;
  if (!canManageRole(actor, target.role)) return permissions['manage-super-admins'].denial;
  if (next !== null && !canManageRole(actor, next)) return denialMessages.grantAbove;
  const losesOne = target.role === 'super_admin' && next !== 'super_admin';
  return losesOne && superAdmins <= 1 ? denialMessages.lastSuperAdmin : null;
}

/** Why the sessions of an administrator may not be ended; null when they may. */
export function sessionEndDenial(actor: Person, target: Person): string | null {
  if (!can(actor, 'manage-admins')) return permissions['manage-admins'].denial;
  if (actor.userId === target.userId) return denialMessages.ownSessions;
  return canManageRole(actor, target.role) ? null : permissions['manage-super-admins'].denial;
}

/** Why a role may not be given to a user without one; null when it may. */
export function roleGrantDenial(own: Role, granted: Role): string | null {
  if (!can({ role: own }, 'manage-admins')) return permissions['manage-admins'].denial;
  return canManageRole({ role: own }, granted) ? null : denialMessages.grantAbove;
}
