const fixedPages: readonly string[] = [
  '/',
  '/about',
  '/blog',
  '/search',
  '/contact',
  '/jv-program',
  '/newsletter',
  '/privacy',
  '/terms',
  '/cookies',
];
const termPage = /^\/blog\/(?:category|tag)\/[a-z0-9][a-z0-9-]{0,199}$/;

/**
 * The path under which views of a public page are counted; null for anything else. Posts are counted as posts, and the
 * database checks whether a category or tag exists.
 */
export function publicPageOf(path: unknown): string | null {
  if (typeof path !== 'string') return null;
  return fixedPages.includes(path) || termPage.test(path) ? path : null;
}
