import type { Role } from '#domain/auth/actor.ts';

const rank: Record<Role, number> = { editor: 0, admin: 1, super_admin: 2 };

export const roleNames: Record<Role, string> = {
  editor: 'Editor',
  admin: 'Admin',
  super_admin: 'Super Admin',
};

/** Who may add, invite, change and remove administrators, and read the activity log. */
export function canManageAdmins(role: Role): boolean {
  return rank[role] >= rank.admin;
}

/** Nobody grants a role above their own. */
export function canGrant(own: Role, granted: Role): boolean {
  return canManageAdmins(own) && rank[granted] <= rank[own];
}

/** Nobody touches somebody above themselves. */
export function canEdit(own: Role, theirs: Role): boolean {
  return canManageAdmins(own) && rank[theirs] <= rank[own];
}
