import { invalid } from '#domain/errors.ts';
import { isOwnAddress } from '#domain/redirects/own-addresses.ts';
import { slugify } from '#domain/text/transliterate.ts';
import { slugCandidates } from '#domain/text/slug-candidates.ts';

/**
 * The slugs to try in turn for a post or a plain page (`slugCandidates`). A plain page stands at `/slug`, where the product
 * has addresses of its own: a slug that was typed is refused, one that follows from the title gets a number.
 * @throws invalid, for the field of the slug
 */
export function* postSlugs({
  slug: typed,
  title,
  isPage,
}: {
  slug: string | null;
  title: string;
  isPage: boolean;
}): Generator<string> {
  const wanted = slugify(typed ?? '');
  if (isPage && isOwnAddress(`/${wanted}`) && wanted !== '') {
    const message = `/${wanted} belongs to the site itself. Please choose another slug.`;
    throw invalid(message, { slug: message });
  }
  for (const slug of slugCandidates(typed, title)) {
    if (!isPage || !isOwnAddress(`/${slug}`)) yield slug;
  }
}
