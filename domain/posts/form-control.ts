import { writtenResults } from './case-results.ts';
import type { PostSettings } from './post.ts';
import { formFieldNames, type FormFieldName } from './post-fields.ts';

/** A value as a control of the form has it: of several lines a text, of results their JSON. Pure. */
export function controlOf(name: FormFieldName, post: PostSettings): string | boolean {
  if (name === 'results') return writtenResults(post.results);
  const value = post[name];
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'number' ? String(value) : (value ?? '');
}

/** The fields of the form for a stored text; of its dates only the one that visitors see. Pure. */
export function formOf(post: PostSettings): Record<string, unknown> {
  return {
    ...Object.fromEntries(formFieldNames.map((name) => [name, controlOf(name, post)])),
    displayDay: post.displayPublishedAt ?? '',
    tagIds: post.tagIds,
  };
}
