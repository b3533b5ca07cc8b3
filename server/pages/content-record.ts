import type { ContentRecord } from '#app/http/request-context.ts';
import type { ContentKeys } from './affected-pages.ts';

/** Collects the keys of what one render shows. */
export function createContentRecord(): ContentRecord & { keys(): ContentKeys } {
  const keys = new Set<string>();
  let isDatabaseUsed = false;
  return {
    add(added) {
      for (const key of added) keys.add(key);
    },
    databaseUsed() {
      isDatabaseUsed = true;
    },
    keys: () => (isDatabaseUsed && [...keys].every(isOfWords) ? undefined : keys),
  };
}

/** Every page shows words of the site; what it read from the database is another matter. */
function isOfWords(key: string): boolean {
  return key.startsWith('site:');
}
