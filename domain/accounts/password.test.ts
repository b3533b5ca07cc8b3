import { expect, test } from 'vitest';

import { parseInput } from '#domain/fields/fields.ts';
import { hashNewPassword, newPassword } from './password.ts';

test.each([
  'correct horse battery',
  '  spaces stay  ',
  'пароль-длинный',
  '😀😀😀😀😀😀😀😀',
  'xy'.repeat(64),
])('%s is kept exactly', (password) => {
  expect(parseInput(newPassword, password)).toBe(password);
});

test.each([
  ['short12', 'Password must be at least 8 characters long.'],
  ['😀😀😀😀', 'Password must be at least 8 characters long.'],
  ['x'.repeat(129), 'Password must be at most 128 characters long.'],
  ['password123', 'This password is one of the most used ones. Please choose another.'],
  ['12345678901', 'This password is one of the most used ones. Please choose another.'],
  ['hgfedcba', 'This password is one of the most used ones. Please choose another.'],
  ['........', 'This password is one of the most used ones. Please choose another.'],
  ['PassWord123', 'This password is one of the most used ones. Please choose another.'],
])('%s is refused', (password, message) => {
  expect(() => parseInput(newPassword, password)).toThrow(message);
});

test('the address of an account cannot be its password, that of another can', async () => {
  const hash = (password: string) =>
    hashNewPassword({ hashPassword: async (text) => text }, { email: 'owner@firm.test', password });
  await expect(hash('owner@firm.test')).rejects.toThrow('Your email address cannot be your password.');
  await expect(hash('Owner@Firm.test ')).rejects.toMatchObject({ kind: 'invalid' });
  await expect(hash('colleague@firm.test')).resolves.toBe('colleague@firm.test');
});
