import { data } from 'react-router';

import type { Route } from './+types/list-selectable';
import { listSelectablePosts } from '#domain/posts/list-selectable-posts.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { plannedForMessage } from '../dates.ts';
import { loadLookup } from '../hooks/load-lookup.ts';
import { loadFailure } from './list/list-messages.ts';
import { readListQuery } from './list/list-query.ts';
import type { SelectablePosts } from './list/select-all-button.tsx';

/** The posts that match the query of the list's address, on all of its pages, as far as one action can change them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const posts = await listSelectablePosts(domain, readListQuery(url.searchParams));
    return data<SelectablePosts>({
      posts: posts.map(({ plannedFor, ...post }) => ({
        ...post,
        plannedFor: plannedForMessage(plannedFor, domain.timeZone),
      })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export async function clientLoader(args: Route.ClientLoaderArgs): Promise<SelectablePosts | undefined> {
  const found = await loadLookup(args);
  return found === null ? { posts: null } : found;
}

/** Loaded each time that all posts are selected, and not with the list. */
export function shouldRevalidate() {
  return false;
}
