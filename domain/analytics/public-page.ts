import { foldersCountedByPath } from '#domain/core/kinds.ts';
import { builtInPages, termFolders } from '#domain/core/public-addresses.ts';

const slugBelow = (folders: readonly string[]) =>
  new RegExp(`^(?:${folders.join('|')})/[a-z0-9][a-z0-9-]{0,199}$`);
const termPage = slugBelow(Object.values(termFolders));
const postPage = slugBelow(foldersCountedByPath.map(({ folder }) => folder));

/**
 * The path under which views of a public page are counted; null for anything else. Posts of the blog are counted as posts,
 * and the database checks whether a category, a tag, an author or a post of another kind exists.
 */
export function publicPageOf(path: unknown): string | null {
  if (typeof path !== 'string') return null;
  return postPage.test(path) || isBuiltInPage(path) ? path : null;
}

/** True if it is counted and not that of a post of some kind: an address like theirs is mostly that of no page. */
export function isBuiltInPage(path: string): boolean {
  return builtInPages.includes(path) || termPage.test(path);
}
