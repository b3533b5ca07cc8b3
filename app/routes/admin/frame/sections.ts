import type { Role } from '#domain/actor.ts';
import { can, type Permission } from '#domain/permissions.ts';

/** The entries of the sidebar, in order: the six that everybody has, then further ones. */
export const sections = [
  { name: 'Dashboard', path: '/admin' },
  { name: 'Analytics', path: '/admin/analytics' },
  { name: 'Posts', path: '/admin/posts' },
  { name: 'Categories', path: '/admin/categories' },
  { name: 'Tags', path: '/admin/tags' },
  { name: 'Users', path: '/admin/users' },
  { name: 'Media', path: '/admin/media' },
  { name: 'Messages', path: '/admin/messages', permission: 'manage-inbox' },
  { name: 'Subscribers', path: '/admin/subscribers', permission: 'manage-inbox' },
  { name: 'Activity', path: '/admin/activity', permission: 'view-activity' },
] as const satisfies readonly { name: string; path: string; permission?: Permission }[];

export type Section = (typeof sections)[number];

/** The entries that a user with this role sees. */
export function sectionsFor(role: Role): Section[] {
  return sections.filter((entry) => !('permission' in entry) || can({ role }, entry.permission));
}

/** What the top bar says about an address: its section, or 'Admin' if none matches. */
export function sectionName(pathname: string): string {
  const path = pathname.replace(/\/+$/, '');
  const section = sections.find((entry) =>
    entry.path === '/admin' ? path === entry.path : path === entry.path || path.startsWith(`${entry.path}/`),
  );
  return section?.name ?? 'Admin';
}

/** What is said while the data of a screen is loading. */
export function loadingMessage(pathname: string): string {
  if (pathname.startsWith('/admin/posts/edit/')) return 'Loading post...';
  if (pathname === '/admin/posts') return 'Loading posts...';
  if (pathname === '/admin/media') return 'Loading media...';
  if (pathname.startsWith('/admin/analytics')) return 'Loading analytics...';
  return 'Loading...';
}
