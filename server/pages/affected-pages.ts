/** Keys of the content that a page shows (domain/posts/content-keys.ts); undefined when they are not known. */
export type ContentKeys = ReadonlySet<string> | undefined;

/** Whether a page that shows `shown` may differ after `changed`. */
export function isAffected(shown: ContentKeys, changed: ContentKeys): boolean {
  if (changed === undefined) return true;
  if (changed.size === 0) return false;
  if (shown === undefined) return true;
  const [fewer, more] = shown.size < changed.size ? [shown, changed] : [changed, shown];
  for (const key of fewer) if (more.has(key)) return true;
  return false;
}

/** All of both. */
export function mergeKeys(one: ContentKeys, other: ContentKeys): ContentKeys {
  return one === undefined || other === undefined ? undefined : one.union(other);
}
