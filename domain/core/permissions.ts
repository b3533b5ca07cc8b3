/** As they are chosen from: those of the specification, lowest first, then the one below them. */
export const roles = ['editor', 'admin', 'super_admin', 'contributor'] as const;
export type Role = (typeof roles)[number];

export const roleNames: Record<Role, string> = {
  editor: 'Editor',
  admin: 'Admin',
  super_admin: 'Super Admin',
  contributor: 'Contributor',
};

const editors: readonly Role[] = ['editor', 'admin', 'super_admin'];
const admins: readonly Role[] = ['admin', 'super_admin'];
const superAdmins: readonly Role[] = ['super_admin'];

/**
 * Who may do what: the roles that have each permission, and the message for everybody else. One's own account needs no
 * permission, only a session (`requireActor`).
 */
export const permissions = {
  /** Seeing the dashboard and public texts; drafts of one's own, proposals, images for them. */
  'write-drafts': { roles, denial: 'You must be signed in to do this.' },
  /** Writing, publishing and deleting posts and plain pages; deciding on proposals; share links, categories, tags, authors, images, analytics. */
  'edit-content': { roles: editors, denial: 'Only editors and admins can do this.' },
  'view-admins': { roles: editors, denial: 'Only editors and admins can see admin users.' },
  /** Adding, inviting, changing and removing editors and admins, and ending their sessions. */
  'manage-admins': { roles: admins, denial: 'Only admins and super admins can manage admin users.' },
  /** The same for super admins, and granting that role; who needs a second factor. */
  'manage-super-admins': { roles: superAdmins, denial: 'Only a super admin can do this for a super admin.' },
  /** Messages, applications and subscribers. */
  'manage-inbox': {
    roles: admins,
    denial: 'Only admins and super admins can read messages and subscribers.',
  },
  /** Redirects, and the addresses without a page. */
  'manage-redirects': { roles: admins, denial: 'Only admins and super admins can manage redirects.' },
  /** Addresses that are told of events. */
  'manage-webhooks': { roles: admins, denial: 'Only admins and super admins can manage webhooks.' },
  /** Moving texts in from another site. */
  'import-content': { roles: admins, denial: 'Only admins and super admins can import posts.' },
  'email-posts': {
    roles: admins,
    denial: 'Only admins and super admins can email posts to subscribers.',
  },
  /** Emailing posts before the set-up is proven. */
  'accept-newsletter-setup': {
    roles: superAdmins,
    denial: 'Only a super admin can allow sending before the checks pass.',
  },
  /** The owner's words on the public pages, drafts and earlier states included. */
  'view-site': { roles: editors, denial: 'Only editors and admins can see the words of the site.' },
  /** Editing and publishing them. */
  'manage-site': { roles: admins, denial: 'Only admins and super admins can edit the site.' },
  'view-activity': { roles: admins, denial: 'Only admins and super admins can read the activity log.' },
  'view-operator-notices': { roles: superAdmins, denial: 'Only super admins can see this.' },
} satisfies Record<string, { roles: readonly Role[]; denial: string }>;

export type Permission = keyof typeof permissions;

/** True if a role has a permission. Pure: runs in the browser too. */
export function can({ role }: { role: Role }, permission: Permission): boolean {
  return permissions[permission].roles.includes(role);
}

/** True if an actor may grant the role `target`, and change or remove an administrator who has it. */
export function canManageRole(actor: { role: Role }, target: Role): boolean {
  return can(actor, target === 'super_admin' ? 'manage-super-admins' : 'manage-admins');
}
