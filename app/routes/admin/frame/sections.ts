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

type Section = { name: string; icon: LucideIcon; path: string; permission?: Permission; kind?: PostKind };

const posts: Section = { name: 'Posts', icon: FileText, path: href('/admin/posts'), kind: 'post' };

/** The entries of the sidebar, in order: those of the specification, then those under a heading. */
const groups: Readonly<Record<string, readonly Section[]>> = {
  '': [
    { name: 'Dashboard', icon: LayoutDashboard, path: href('/admin') },
    { name: 'Analytics', icon: ChartColumn, path: href('/admin/analytics'), permission: 'edit-content' },
    posts,
    { name: 'Categories', icon: Folder, path: href('/admin/categories'), permission: 'edit-content' },
    { name: 'Tags', icon: Tag, path: href('/admin/tags'), permission: 'edit-content' },
    { name: 'Users', icon: Users, path: href('/admin/users'), permission: 'view-admins' },
  ],
  Leads: [
    { name: 'Messages', icon: Mail, path: href('/admin/messages'), permission: 'manage-inbox' },
    { name: 'Newsletter', icon: Newspaper, path: href('/admin/subscribers'), permission: 'manage-inbox' },
  ],
  Content: [
    { name: 'Work', icon: BriefcaseBusiness, path: href('/admin/work'), kind: 'case_study' },
    { name: 'Authors', icon: Feather, path: href('/admin/authors'), permission: 'edit-content' },
    { name: 'Media', icon: Images, path: href('/admin/media'), permission: 'edit-content' },
  ],
  Settings: [
    { name: 'Site', icon: PanelsTopLeft, path: href('/admin/site'), kind: 'page' },
    { name: 'Redirects', icon: Signpost, path: href('/admin/redirects'), permission: 'manage-redirects' },
    { name: 'Webhooks', icon: Webhook, path: href('/admin/webhooks'), permission: 'manage-webhooks' },
    { name: 'Activity', icon: History, path: href('/admin/activity'), permission: 'view-activity' },
  ],
};

const sections = Object.values(groups).flat();

/** The entries that a user with this role sees, by their heading; that of the first ones is empty. */
export function sectionsFor(role: Role): Map<string, Section[]> {
  const isShown = ({ permission }: Section) => permission === undefined || can({ role }, permission);
  const shown = Object.entries(groups).map(([name, group]) => [name, group.filter(isShown)] as const);
  return new Map(shown.filter(([, group]) => group.length > 0));
}

/** The section of a screen, or 'Admin' if none matches. */
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
  return sections.find((entry) => entry.kind === kind) ?? posts;
}

/** The message while the data of a screen is loading. */
export function loadingMessage(pathname: string): string {
  if (pathname.startsWith(`${href('/admin/posts')}/edit/`)) return 'Loading post...';
  if (pathname === href('/admin/posts')) return 'Loading posts...';
  if (pathname === href('/admin/media')) return 'Loading media...';
  if (pathname.startsWith(href('/admin/analytics'))) return 'Loading analytics...';
  return 'Loading...';
}
