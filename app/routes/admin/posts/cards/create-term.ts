import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { textField } from '#app/http/form-fields.ts';
import type { FormVerb } from '#app/routes/admin/actions/form-action.ts';

/** The action beside the form of a post that creates a term of the `kind` and `name` in the form. */
export const createTermVerb: FormVerb = async (ctx, { kind, name }) => {
  const create = kind === 'category' ? createCategory : createTag;
  const term = await create(ctx, { name });
  return { done: null, send: { id: term.id, name: term.name } };
};

/** The message when a category or a tag could not be created beside a post. */
export function createTermFailure(form: FormData): string {
  return textField(form, 'kind') === 'category' ? 'Failed to save category.' : 'Failed to save tag.';
}
