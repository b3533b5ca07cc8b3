import { data } from 'react-router';

import type { Route } from './+types/merge-targets';
import { listTerms } from '#domain/taxonomy/list-terms.ts';
import type { TermKind } from '#domain/taxonomy/term.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { loadLookup } from '../hooks/load-lookup.ts';
import { termWords } from './term-messages.ts';

const mostOffered = 8;

/** The first terms by name that hold the words of `?q=`, without the one of `?id=`. `?kind=` is `tag` or `category`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const kind: TermKind = url.searchParams.get('kind') === 'tag' ? 'tag' : 'category';
  try {
    const { items } = await listTerms(context.get(domainContext), kind, {
      search: url.searchParams.get('q') ?? '',
      page: 1,
      order: { column: 'name', direction: 'asc' },
    });
    const id = url.searchParams.get('id');
    return data(items.filter((term) => term.id !== id).slice(0, mostOffered));
  } catch (error) {
    throw refusal(error, termWords[kind].loadFailure, context);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadLookup(args);
}

/** Loaded with each pause of typing, and not with the list. */
export function shouldRevalidate() {
  return false;
}
