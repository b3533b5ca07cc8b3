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
  Tag,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { href } from 'react-router';

import type { PostKind } from '#domain/core/kinds.ts';
import { can, type Permission, type Role } from '#domain/core/permissions.ts';

type Group = 'Leads' | 'Content' | 'Settings';

/** The entries of the sidebar, in order: those of the specification, then those under a heading. */
const sections = [
  { name: 'Dashboard', icon: LayoutDashboard, path: href('/admin') },
  { name: 'Analytics', icon: ChartColumn, path: href('/admin/analytics'), permission: 'edit-content' },
  { name: 'Posts', icon: FileText, path: href('/admin/posts'), kind: 'post' },
  { name: 'Categories', icon: Folder, path: href('/admin/categories'), permission: 'edit-content' },
  { name: 'Tags', icon: Tag, path: href('/admin/tags'), permission: 'edit-content' },
  { name: 'Users', icon: Users, path: href('/admin/users'), permission: 'view-admins' },
  { name: 'Messages', icon: Mail, path: href('/admin/messages'), group: 'Leads', permission: 'manage-inbox' },
  {
    name: 'Newsletter',
    icon: Newspaper,
    path: href('/admin/subscribers'),
    group: 'Leads',
    permission: 'manage-inbox',
  },
  { name: 'Work', icon: BriefcaseBusiness, path: href('/admin/work'), group: 'Content', kind: 'case_study' },
  {
    name: 'Authors',
    icon: Feather,
    path: href('/admin/authors'),
    group: 'Content',
    permission: 'edit-content',
  },
  { name: 'Media', icon: Images, path: href('/admin/media'), group: 'Content', permission: 'edit-content' },
  { name: 'Site', icon: PanelsTopLeft, path: href('/admin/site'), group: 'Settings', kind: 'page' },
  {
    name: 'Redirects',
    icon: Signpost,
    path: href('/admin/redirects'),
    group: 'Settings',
    permission: 'manage-redirects',
  },
  {
    name: 'Webhooks',
    icon: Webhook,
    path: href('/admin/webhooks'),
    group: 'Settings',
    permission: 'manage-webhooks',
  },
  {
    name: 'Activity',
    icon: History,
    path: href('/admin/activity'),
    group: 'Settings',
    permission: 'view-activity',
  },
] as const satisfies readonly {
  name: string;
  icon: LucideIcon;
  path: string;
  group?: Group;
  permission?: Permission;
  kind?: PostKind;
}[];

type Section = (typeof sections)[number];

/** The entries that a user with this role sees, by their heading; the first ones have none. */
export function sectionsFor(role: Role): Map<Group | null, Section[]> {
  const shown = sections.filter((entry) => !('permission' in entry) || can({ role }, entry.permission));
  return Map.groupBy(shown, (entry) => ('group' in entry ? entry.group : null));
}

/**
 * The section of a screen, or 'Admin' if none matches.
 * @param kind of the posts that the screen is of
 */
export function sectionName(pathname: string, kind: PostKind | null): string {
  if (kind !== null) return sectionOf(kind).name;
  const path = pathname.replace(/\/+$/, '');
  if (path.startsWith(href('/admin/newsletter'))) return 'Newsletter';
  const section = sections.find((entry) =>
    entry.path === href('/admin')
      ? path === entry.path
      : path === entry.path || path.startsWith(`${entry.path}/`),
  );
  return section?.name ?? 'Admin';
}

export function listOf(kind: PostKind): string {
  return sectionOf(kind).path;
}

function sectionOf(kind: PostKind): Section {
  return sections.find((entry) => 'kind' in entry && entry.kind === kind) ?? sections[2];
}

/** The message while the data of a screen is loading. */
export function loadingMessage(pathname: string): string {
  if (pathname.startsWith(`${href('/admin/posts')}/edit/`)) return 'Loading post...';
  if (pathname === href('/admin/posts')) return 'Loading posts...';
  if (pathname === href('/admin/media')) return 'Loading media...';
  if (pathname.startsWith(href('/admin/analytics'))) return 'Loading analytics...';
  return 'Loading...';
}
