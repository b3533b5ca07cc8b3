import type { Route } from './+types/item';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { collections } from '#domain/core/public-addresses.ts';
import { findInCollection } from '#domain/read-api/read-collection.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { jsonAnswer, problemAnswer } from './answer.ts';

/** One public post, page, case study, author, category or tag. */
export async function loader({ params: { collection, slug }, context }: Route.LoaderArgs) {
  if (!isKeyOf(collections, collection)) return problemAnswer(404, 'There is no such collection.');
  const found = await withUnavailableFallback(context, (domain) =>
    findInCollection(domain, collection, slug),
  );
  return found === null ? problemAnswer(404, 'Nothing public is at this address.') : jsonAnswer(found);
}
