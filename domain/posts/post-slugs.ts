import { invalid } from '#domain/core/errors.ts';
import { isOwnAddress } from '#domain/redirects/own-addresses.ts';
import { slugify } from '#domain/fields/transliterate.ts';
import { slugCandidates } from '#domain/fields/slug-candidates.ts';
import { pathOf } from '#domain/core/kinds.ts';
import { untitled, type FieldValues } from './post-fields.ts';

/**
 * The slugs to try in turn for a post (`slugCandidates`). Where the product has an address of its own, as beside plain
 * pages, a slug that was typed is refused, and one that follows from the title gets a number.
 * @throws invalid, for the field of the slug
 */
export function* postSlugs(post: Pick<FieldValues, 'slug' | 'title' | 'kind'>): Generator<string> {
  const { slug: typed, title, kind } = post;
  const wanted = slugify(typed ?? '');
  const path = pathOf({ kind, slug: wanted });
  if (wanted !== '' && isOwnAddress(path)) {
    const message = `${path} belongs to the site itself. Please choose another slug.`;
    throw invalid(message, { slug: message });
  }
  for (const slug of slugCandidates(typed, title || untitled)) {
    if (!isOwnAddress(pathOf({ kind, slug }))) yield slug;
  }
}
