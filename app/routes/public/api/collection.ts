import type { Route } from './+types/collection';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { collections } from '#domain/core/public-addresses.ts';
import { listCollection } from '#domain/read-api/read-collection.ts';
import { isKeyOf } from '#domain/core/is-key-of.ts';
import { jsonAnswer, problemAnswer } from './answer.ts';

/** A page of the public posts, pages, case studies, authors, categories or tags. */
export async function loader({ params: { collection }, url, context }: Route.LoaderArgs) {
  if (!isKeyOf(collections, collection)) return problemAnswer(404, 'There is no such collection.');
  const query = Object.fromEntries(url.searchParams);
  return withUnavailableFallback(context, (domain) =>
    listCollection(domain, collection, query).then(jsonAnswer, refuse),
  );
}

function refuse(error: unknown): Response {
  if (isDomainError(error) && error.kind === 'invalid') return problemAnswer(400, error.message);
  throw error;
}
