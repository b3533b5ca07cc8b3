import { kindNamed, kinds } from '#domain/core/kinds.ts';
import { textField } from '#app/http/form-fields.ts';

/** The message when a verb of the form failed: "Failed to update post.". */
export function formFailures(verb: 'save' | 'update') {
  const save = (form: FormData) => `Failed to ${verb} ${kinds[kindNamed(textField(form, 'kind'))].noun}.`;
  return {
    save,
    autosave: save,
    'save-as-new': save,
    announce: save,
    'create-term': (form: FormData) =>
      textField(form, 'kind') === 'category' ? 'Failed to save category.' : 'Failed to save tag.',
  };
}
