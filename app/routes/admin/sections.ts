/** The entries of the sidebar, in order. */
export const sections = [
  { name: 'Dashboard', path: '/admin' },
  { name: 'Analytics', path: '/admin/analytics' },
  { name: 'Posts', path: '/admin/posts' },
  { name: 'Categories', path: '/admin/categories' },
  { name: 'Tags', path: '/admin/tags' },
  { name: 'Users', path: '/admin/users' },
] as const;

export type Section = (typeof sections)[number];

/** What the top bar says about an address: its section, or 'Admin' if none matches. */
export function sectionName(pathname: string): string {
  const path = pathname.replace(/\/+$/, '');
  const section = sections.find((entry) =>
    entry.path === '/admin' ? path === entry.path : path === entry.path || path.startsWith(`${entry.path}/`),
  );
  return section?.name ?? 'Admin';
}

/** What is said while the data of a screen is on its way. */
export function loadingSentence(pathname: string): string {
  if (pathname.startsWith('/admin/posts/edit/')) return 'Loading post...';
  if (pathname === '/admin/posts') return 'Loading posts...';
  if (pathname.startsWith('/admin/analytics')) return 'Loading analytics...';
  return 'Loading...';
}
