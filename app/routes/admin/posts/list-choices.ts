import { data } from 'react-router';

import type { Route } from './+types/list-choices';
import { getListChoices } from '#domain/posts/get-list-choices.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { loadLookup } from '../hooks/load-lookup.ts';
import { choicesFailure } from './list/list-messages.ts';

/**
 * The categories, authors and tags to choose from. Loaded when they are shown, so that the list itself stays small.
 * `?category=`, `?author=` and `?tag=` are words in their names; without `?tag=` no tags are loaded.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const words = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 120);
  try {
    return data(
      await getListChoices(context.get(domainContext), {
        category: words('category'),
        author: words('author'),
        tag: url.searchParams.has('tag') ? words('tag') : null,
      }),
    );
  } catch (error) {
    throw refusal(error, choicesFailure, context);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadLookup(args);
}

/** Loaded each time that the filter is opened, and not with the list. */
export function shouldRevalidate() {
  return false;
}
