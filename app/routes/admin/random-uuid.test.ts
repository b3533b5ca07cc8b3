import { expect, test } from 'vitest';

import { isId } from '#domain/fields/fields.ts';
import { randomUuid } from './random-uuid.ts';

test('is an id that the server takes, and never the same one', () => {
  const made = Array.from({ length: 100 }, randomUuid);
  expect(made.every(isId)).toBe(true);
  expect(new Set(made).size).toBe(100);
});
