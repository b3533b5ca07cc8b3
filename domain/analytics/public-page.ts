/** Public pages that are part of the product. */
export const fixedPages: readonly string[] = [
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
  '/work',
];
const termPage = /^\/blog\/(?:category|tag)\/[a-z0-9][a-z0-9-]{0,199}$/;
const plainPage = /^\/[a-z0-9][a-z0-9-]{0,199}$/;

/**
 * The path under which views of a public page are counted; null for anything else. Posts are counted as posts, and the
 * database checks whether a category, tag or plain page exists.
 */
export function publicPageOf(path: unknown): string | null {
  if (typeof path !== 'string') return null;
  return plainPage.test(path) ? path : builtInPageOf(path);
}

/** The same without plain pages: an address like theirs is mostly that of no page. */
export function builtInPageOf(path: string): string | null {
  return fixedPages.includes(path) || termPage.test(path) ? path : null;
}
