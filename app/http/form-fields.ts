import { invalid } from '#domain/core/errors.ts';

/** A form as a plain object, for a verb that parses it: its text fields, and all values of the fields named in `lists`. */
export function formFields(form: FormData, lists: readonly string[] = []): Record<string, unknown> {
  const ofLists = lists.map((name) => [name, form.getAll(name).filter((value) => typeof value === 'string')]);
  return { ...textFields(form), ...Object.fromEntries(ofLists) };
}

/** The text fields of a form: the last value of each. Files are left out. */
export function textFields(form: FormData): Record<string, string> {
  const texts = [...form].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(texts);
}

/** The text of an uploaded file, or of a text field with that name. @throws invalid when there is none */
export async function uploadedText(form: FormData, name: string): Promise<string> {
  const file = form.get(name);
  if (file === null) throw invalid('Please choose a file.', { [name]: 'Please choose a file.' });
  return typeof file === 'string' ? file : file.text();
}

/** One text field of a form; '' when it is missing or a file. */
export function textField(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
