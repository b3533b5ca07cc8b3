import type { Route } from './+types/list-choices';
import { getListChoices } from '#domain/posts/get-list-choices.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { choicesFailure } from './list/list-messages.ts';

/**
 * The categories, authors and tags to choose from, loaded when they are shown. `?category=`, `?author=` and `?tag=` are
 * words in their names.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const words = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 120);
  try {
    const find = { category: words('category'), author: words('author'), tag: words('tag') };
    return Response.json(await getListChoices(context.get(domainContext), find));
  } catch (error) {
    throw refusal(error, choicesFailure, context);
  }
}
