import type { ContentRecord } from '#app/http/request-context.ts';
import type { Signal } from '#domain/posts/content-keys.ts';

/** Keys of the content that a page shows (domain/posts/content-keys.ts); undefined when they are not known. */
export type ContentKeys = ReadonlySet<string> | undefined;

/** True if a page that shows `shown` may differ after `changed`. */
export function isAffected(shown: ContentKeys, changed: ContentKeys): boolean {
  if (changed === undefined) return true;
  if (changed.size === 0) return false;
  if (shown === undefined) return true;
  const [fewer, more] = shown.size < changed.size ? [shown, changed] : [changed, shown];
  for (const key of fewer) if (more.has(key)) return true;
  return false;
}

export function mergeKeys(one: ContentKeys, other: ContentKeys): ContentKeys {
  return one === undefined || other === undefined ? undefined : one.union(other);
}

/** Said by a change that takes something away from visitors. */
const withdrawn: Signal = 'withdrawn';

/** True if something may have been hidden, deleted or moved: what showed it before must not be shown again. */
export function isWithdrawal(changed: ContentKeys): boolean {
  return changed === undefined || changed.has(withdrawn);
}

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
    // Every page shows words of the site; what it read from the database is another matter.
    keys: () => (isDatabaseUsed && [...keys].every((key) => key.startsWith('site:')) ? undefined : keys),
  };
}
