import type { Role } from '#domain/auth/actor.ts';
import { canGrant, canManageAdmins, canEdit } from './ranks.ts';

type Person = { userId: string; role: Role };

export const refusals = {
  editor: 'Only admins and super admins can manage admin users.',
  selfRemoval: 'You cannot remove yourself as an admin.',
  ownSessions: 'End your own sessions with Sign Out, or one by one in Your account.',
  ownRole: 'You cannot change your own role.',
  above: 'Only a super admin can do this for a super admin.',
  grantAbove: 'You cannot give a role above your own.',
  lastSuperAdmin: 'The last super admin can be neither removed nor demoted.',
};

/**
 * Why an administrator may not be changed or removed; null when they may. All of it as it is while the rows are locked.
 * @param next the wanted role, or null to remove
 */
export function canChangeRole(
  actor: Person,
  target: Person,
  next: Role | null,
  superAdmins: number,
): string | null {
  if (!canManageAdmins(actor.role)) return refusals.editor;
  if (actor.userId === target.userId) return next === null ? refusals.selfRemoval : refusals.ownRole;
  if (!canEdit(actor.role, target.role)) return refusals.above;
  if (next !== null && !canGrant(actor.role, next)) return refusals.grantAbove;
  const losesOne = target.role === 'super_admin' && next !== 'super_admin';
  return losesOne && superAdmins <= 1 ? refusals.lastSuperAdmin : null;
}

/** Why the sessions of an administrator may not be ended; null when they may. */
export function judgeSessionEnd(actor: Person, target: Person): string | null {
  if (!canManageAdmins(actor.role)) return refusals.editor;
  if (actor.userId === target.userId) return refusals.ownSessions;
  return canEdit(actor.role, target.role) ? null : refusals.above;
}

/** Why a role may not be given to somebody without one; null when it may. */
export function canGrantRole(own: Role, granted: Role): string | null {
  if (!canManageAdmins(own)) return refusals.editor;
  return canGrant(own, granted) ? null : refusals.grantAbove;
}
