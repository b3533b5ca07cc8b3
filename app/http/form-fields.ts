import { invalid } from '#domain/errors.ts';

/**
 * A form as a plain object, for a verb that parses it: the last value of each field, and all values of the fields named
 * in `lists`. Files are left out.
 */
export function formFields(form: FormData, lists: readonly string[] = []): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value === 'string' && !lists.includes(name)) fields[name] = value;
  }
  for (const name of lists) fields[name] = form.getAll(name).filter((value) => typeof value === 'string');
  return { ...fields };
}

/** The text fields of a form: the last value of each. Files are left out. */
export function textFields(form: FormData): Record<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name, value);
  return Object.fromEntries(fields);
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
