import { randomBytes } from 'node:crypto';

import { numberedSlug } from '#domain/text/plain-slug.ts';
import { fallbackSlug, slugify } from '#domain/text/slug.ts';

/** So many numbered candidates are tried before a random ending is taken: fifty posts of one name are no accident. */
const numberedTries = 50;

/**
 * The slugs to try in turn for a thing called `name`: the wanted one (typed, else made from the name), then with -2,
 * -3 …, and at last one that nobody can have taken. The unique index is the judge.
 */
export function* slugCandidates(typed: string | null, name: string): Generator<string> {
  const base = slugify(typed ?? '') || slugify(name) || fallbackSlug(randomBytes(4).toString('hex'));
  yield base;
  for (let n = 2; n <= numberedTries; n += 1) yield numberedSlug(base, n);
  while (true) yield numberedSlug(base, Number.parseInt(randomBytes(4).toString('hex'), 16));
}
