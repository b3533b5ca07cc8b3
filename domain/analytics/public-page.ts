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
const termPage = /^\/(?:blog\/category|blog\/tag|authors)\/[a-z0-9][a-z0-9-]{0,199}$/;
/** Of a plain page or a case study: the kinds whose views are counted by path. */
const contentPage = /^(?:\/work)?\/[a-z0-9][a-z0-9-]{0,199}$/;

/**
 * The path under which views of a public page are counted; null for anything else. Posts are counted as posts, and the
 * database checks whether a category, tag, author, plain page or case study exists.
 */
export function publicPageOf(path: unknown): string | null {
  if (typeof path !== 'string') return null;
  return contentPage.test(path) ? path : builtInPageOf(path);
}

/** The same without plain pages and case studies: an address like theirs is mostly that of no page. */
export function builtInPageOf(path: string): string | null {
  return fixedPages.includes(path) || termPage.test(path) ? path : null;
}
