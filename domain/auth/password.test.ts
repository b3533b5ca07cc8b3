import { expect, test } from 'vitest';

import { parseInput } from '#domain/text/fields.ts';
import { newPassword } from './password.ts';

test.each([
  'correct horse battery',
  '  spaces stay  ',
  'пароль-длинный',
  '😀😀😀😀😀😀😀😀',
  'x'.repeat(128),
])('%s is kept exactly', (password) => {
  expect(parseInput(newPassword, password)).toBe(password);
});

test.each([
  ['short12', 'Password must be at least 8 characters long.'],
  ['😀😀😀😀', 'Password must be at least 8 characters long.'],
  ['x'.repeat(129), 'Password must be at most 128 characters long.'],
  ['password123', 'This password is one of the most used ones. Please choose another.'],
  ['PassWord123', 'This password is one of the most used ones. Please choose another.'],
])('%s is refused', (password, message) => {
  expect(() => parseInput(newPassword, password)).toThrow(message);
});
