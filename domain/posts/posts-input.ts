import { z } from 'zod';

import { conflict, notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';

/** So many posts at once: more than any page of the list shows. */
export const maxPostsAtOnce = 200;

/** The posts that something is to be done to, each once. An id that nobody has is kept: it is missed later. */
export const postIds = z
  .array(z.string())
  .min(1, 'Please select at least one post.')
  .max(maxPostsAtOnce, `At most ${maxPostsAtOnce} posts can be changed at once.`)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

/** Those of the ids that can be one; PostgreSQL refuses to look for anything else. */
export function possibleIds(ids: readonly string[]): string[] {
  return ids.filter(isId);
}

/**
 * All or nothing: when one of the wanted posts is not there any more, nothing is done to the others.
 * @throws not-found for a single post, conflict for several.
 */
export function assertAllFound(wanted: readonly string[], found: readonly { id: string }[]): void {
  const missing = wanted.length - found.length;
  if (missing === 0) return;
  if (wanted.length === 1) throw notFound('Post not found.');
  const which =
    missing === 1
      ? `one of the ${wanted.length} posts no longer exists`
      : `${missing} of the ${wanted.length} posts no longer exist`;
  throw conflict(`Nothing was changed, because ${which}.`);
}
