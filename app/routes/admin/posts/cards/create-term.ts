import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import type { FormVerb } from '#app/routes/admin/actions/form-action.ts';

/** The action beside the form of a post that creates a term of the `kind` and `name` in the form. */
export const createTermVerb: FormVerb = async (ctx, { kind, name }) => {
  const create = kind === 'category' ? createCategory : createTag;
  const term = await create(ctx, { name });
  return { done: null, send: { id: term.id, name: term.name } };
};
