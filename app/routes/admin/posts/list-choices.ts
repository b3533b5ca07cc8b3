import { data } from 'react-router';

import type { Route } from './+types/list-choices';
import { getListChoices } from '#domain/posts/get-list-choices.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { loadLookup } from '../hooks/load-lookup.ts';
import { choicesFailure } from './list/list-messages.ts';

/**
 * What the list can be filtered by: asked for when somebody opens the filter, so that the list itself stays small.
 * `?category=` and `?author=` hold words to find them by.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const words = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 120);
  try {
    return data(
      await getListChoices(context.get(domainContext), {
        category: words('category'),
        author: words('author'),
      }),
    );
  } catch (error) {
    throw refusal(error, choicesFailure, context);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadLookup(args);
}

/** It is asked for anew each time that somebody opens what it is for. */
export function shouldRevalidate() {
  return false;
}
