import { getPostFormChoices } from '#domain/posts/get-post-form-choices.ts';
import { choicesFailure } from './list/list-messages.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** The categories and authors that the list can be filtered by, loaded when they are shown. */
export const loader = fileLoader(choicesFailure, async (domain) => {
  const { categories, authors } = await getPostFormChoices(domain);
  return Response.json({ categories, authors });
});
