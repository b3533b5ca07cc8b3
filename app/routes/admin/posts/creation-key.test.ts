import { expect, test } from 'vitest';

import { createCreationKeys } from './creation-key.ts';

function formOf(title: string): FormData {
  const form = new FormData();
  form.append('title', title);
  return form;
}

test('the same text has the same key, another text another', () => {
  const keys = createCreationKeys();
  const first = keys.keyFor(formOf('Hello'));
  expect(keys.keyFor(formOf('Hello'))).toBe(first);
  expect(keys.keyFor(formOf('Hello again'))).not.toBe(first);
});

test('keys are UUIDs, and two forms never share one', () => {
  const key = createCreationKeys().keyFor(formOf('Hello'));
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(createCreationKeys().keyFor(formOf('Hello'))).not.toBe(key);
});
