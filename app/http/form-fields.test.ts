import { expect, test } from 'vitest';

import { formFields, textField } from './form-fields.ts';

function formOf(...entries: [string, string | File][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

test('every field is a text, and a list is a list however many values came', () => {
  const form = formOf(['title', 'Hello'], ['tagIds', 'a'], ['tagIds', 'b']);
  expect(formFields(form, ['tagIds'])).toEqual({ title: 'Hello', tagIds: ['a', 'b'] });
  expect(formFields(formOf(['title', 'Hello'], ['tagIds', 'a']), ['tagIds'])).toEqual({
    title: 'Hello',
    tagIds: ['a'],
  });
  expect(formFields(formOf(['title', 'Hello']), ['tagIds'])).toEqual({ title: 'Hello', tagIds: [] });
});

test('a field sent twice counts once, the last time', () => {
  expect(formFields(formOf(['published', 'false'], ['published', 'true']))).toEqual({ published: 'true' });
});

test('names that mean something to JavaScript are only names', () => {
  const fields = formFields(formOf(['__proto__', 'x'], ['constructor', 'y']));
  expect(Object.keys(fields).toSorted()).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});

test('a file is not a text', () => {
  const form = formOf(['title', new File(['x'], 'x.txt')]);
  expect(formFields(form)).toEqual({});
  expect(textField(form, 'title')).toBe('');
  expect(textField(formOf(['email', 'a@b.test']), 'email')).toBe('a@b.test');
});
