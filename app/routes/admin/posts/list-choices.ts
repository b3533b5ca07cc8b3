import { getListChoices } from '#domain/posts/get-list-choices.ts';
import { choicesFailure } from './list/list-messages.ts';
import { screenLoader } from '../actions/screen-loader.ts';

/**
 * The categories, authors and tags to choose from, loaded when they are shown. `?category=`, `?author=` and `?tag=` are
 * words in their names.
 */
export const loader = screenLoader(choicesFailure, async (domain, { url }) => {
  const words = (name: string) => (url.searchParams.get(name) ?? '').slice(0, 120);
  const find = { category: words('category'), author: words('author'), tag: words('tag') };
  return Response.json(await getListChoices(domain, find));
});
