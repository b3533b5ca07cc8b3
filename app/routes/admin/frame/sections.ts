import {
  BriefcaseBusiness,
  ChartColumn,
  Feather,
  FileText,
  Folder,
  History,
  Images,
  LayoutDashboard,
  Mail,
  Newspaper,
  PanelsTopLeft,
  Signpost,
  StickyNote,
  Tag,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { href } from 'react-router';

import type { Role } from '#domain/actor.ts';
import type { PostKind } from '#domain/kinds.ts';
import { can, type Permission } from '#domain/permissions.ts';

/** The entries of the sidebar, in order: six that all admins have, then those that need a permission. */
export const sections = [
  { name: 'Dashboard', icon: LayoutDashboard, path: href('/admin') },
  { name: 'Analytics', icon: ChartColumn, path: href('/admin/analytics') },
  { name: 'Posts', icon: FileText, path: href('/admin/posts'), kind: 'post' },
  { name: 'Categories', icon: Folder, path: href('/admin/categories') },
  { name: 'Tags', icon: Tag, path: href('/admin/tags') },
  { name: 'Users', icon: Users, path: href('/admin/users') },
  { name: 'Pages', icon: StickyNote, path: href('/admin/pages'), kind: 'page' },
  { name: 'Work', icon: BriefcaseBusiness, path: href('/admin/work'), kind: 'case_study' },
  { name: 'Authors', icon: Feather, path: href('/admin/authors') },
  { name: 'Media', icon: Images, path: href('/admin/media') },
  { name: 'Messages', icon: Mail, path: href('/admin/messages'), permission: 'manage-inbox' },
  { name: 'Subscribers', icon: Newspaper, path: href('/admin/subscribers'), permission: 'manage-inbox' },
  { name: 'Site', icon: PanelsTopLeft, path: href('/admin/site') },
  { name: 'Redirects', icon: Signpost, path: href('/admin/redirects'), permission: 'manage-redirects' },
  { name: 'Activity', icon: History, path: href('/admin/activity'), permission: 'view-activity' },
] as const satisfies readonly {
  name: string;
  icon: LucideIcon;
  path: string;
  permission?: Permission;
  kind?: PostKind;
}[];

export type Section = (typeof sections)[number];

/** The entries that a user with this role sees. */
export function sectionsFor(role: Role): Section[] {
  return sections.filter((entry) => !('permission' in entry) || can({ role }, entry.permission));
}

/**
 * The section of a screen, or 'Admin' if none matches.
 * @param kind of the posts that the screen is of
 */
export function sectionName(pathname: string, kind: PostKind | null): string {
  if (kind !== null) return sectionOf(kind).name;
  const path = pathname.replace(/\/+$/, '');
  if (path === href('/admin/newsletter')) return 'Subscribers';
  const section = sections.find((entry) =>
    entry.path === href('/admin')
      ? path === entry.path
      : path === entry.path || path.startsWith(`${entry.path}/`),
  );
  return section?.name ?? 'Admin';
}

/** The screen with the list of the posts of a kind. */
export function listOf(kind: PostKind): string {
  return sectionOf(kind).path;
}

function sectionOf(kind: PostKind): Section {
  return sections.find((entry) => 'kind' in entry && entry.kind === kind) ?? sections[2];
}

/** What is said while the data of a screen is loading. */
export function loadingMessage(pathname: string): string {
  if (pathname.startsWith(`${href('/admin/posts')}/edit/`)) return 'Loading post...';
  if (pathname === href('/admin/posts')) return 'Loading posts...';
  if (pathname === href('/admin/media')) return 'Loading media...';
  if (pathname.startsWith(href('/admin/analytics'))) return 'Loading analytics...';
  return 'Loading...';
}
