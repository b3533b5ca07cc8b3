import { z } from 'zod';

import { conflict, notFound } from '#domain/core/errors.ts';

/** Bounds the work of one action, which stores a revision of each post. */
export const maxPostsAtOnce = 100;

/** The ids of the posts to change, each once. Ids that do not exist stay: `assertAllFound` reports them. */
export const postIds = z
  .array(z.string())
  .min(1, 'Please select at least one post.')
  .max(maxPostsAtOnce, `At most ${maxPostsAtOnce} posts can be changed at once.`)
  .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]);

/**
 * Refuses the change of several posts when one of them does not exist any more.
 * @throws not-found for a single post; conflict for several, with the ids of those that are gone as fields
 */
export function assertAllFound(wanted: readonly string[], found: readonly { id: string }[]): void {
  const there = new Set(found.map(({ id }) => id));
  const gone = wanted.filter((id) => !there.has(id));
  const { length: missing } = gone;
  if (missing === 0) return;
  if (wanted.length === 1) throw notFound('Post not found.');
  const which =
    missing === 1
      ? `one of the ${wanted.length} posts no longer exists`
      : `${missing} of the ${wanted.length} posts no longer exist`;
  throw conflict(
    `Nothing was changed, because ${which}.`,
    Object.fromEntries(gone.map((id) => [id, 'This post no longer exists.'])),
  );
}
