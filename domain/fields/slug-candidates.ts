import { randomBytes } from 'node:crypto';

import { fallbackSlug, numberedSlug } from './slug.ts';
import { slugify } from './slugify.ts';

/** Numbered candidates before random ones. */
const numberedTries = 50;

/**
 * The slugs to try in turn: the one that was typed, else one made from `name`; then with -2, -3 …; then with random
 * endings. The caller takes the first that it can store: the unique index on the table's `slug` decides whether it is taken
 * (db/migrations/0003_posts.sql).
 */
export function* slugCandidates(typed: string | null, name: string): Generator<string> {
  const base = slugify(typed ?? '') || slugify(name) || fallbackSlug(randomBytes(4).toString('hex'));
  yield base;
  for (let n = 2; n <= numberedTries; n += 1) yield numberedSlug(base, n);
  while (true) yield numberedSlug(base, Number.parseInt(randomBytes(4).toString('hex'), 16));
}

/** Returns the result of `take` for the first candidate that it accepts: it returns undefined for one that is taken. */
export async function firstFree<Result>(
  candidates: Iterable<string>,
  take: (slug: string) => Promise<Result | undefined>,
): Promise<Result> {
  for (const slug of candidates) {
    const result = await take(slug);
    if (result !== undefined) return result;
  }
  throw new Error('The candidates for a slug never end.');
}
