import { textField } from '#app/http/form-fields.ts';

/** The message when a category or a tag could not be created beside a post. */
export function createTermFailure(form: FormData): string {
  return textField(form, 'kind') === 'category' ? 'Failed to save category.' : 'Failed to save tag.';
}
