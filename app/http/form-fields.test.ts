import { expect, test } from 'vitest';

import { formFields, textField } from './form-fields.ts';

function formOf(...entries: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test('formFields returns a string for each field and an array for each list, whatever the number of values', () => {
  const form = formOf(['title', 'Hello'], ['tagIds', 'a'], ['tagIds', 'b']);
  expect(formFields(form, ['tagIds'])).toEqual({ title: 'Hello', tagIds: ['a', 'b'] });
  expect(formFields(formOf(['title', 'Hello'], ['tagIds', 'a']), ['tagIds'])).toEqual({
    title: 'Hello',
    tagIds: ['a'],
  });
  expect(formFields(formOf(['title', 'Hello']), ['tagIds'])).toEqual({ title: 'Hello', tagIds: [] });
});

test('formFields returns the last value of a field that was sent twice', () => {
  expect(formFields(formOf(['published', 'false'], ['published', 'true']))).toEqual({ published: 'true' });
});

test('formFields treats names such as __proto__ as ordinary names', () => {
  const fields = formFields(formOf(['__proto__', 'x'], ['constructor', 'y']));
  expect(Object.keys(fields).toSorted()).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});

test('formFields leaves out files', () => {
  const form = formOf(['title', new File(['x'], 'x.txt')]);
  expect(formFields(form)).toEqual({});
  expect(textField(form, 'title')).toBe('');
  expect(textField(formOf(['email', 'a@b.test']), 'email')).toBe('a@b.test');
});
