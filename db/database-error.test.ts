import pg from 'pg';
import { expect, test } from 'vitest';

import { DatabaseUnavailable, translateError } from './database-error.ts';

function serverError(code: string, severity = 'ERROR') {
  const error = new pg.DatabaseError('said by the server', 18, 'error');
  return Object.assign(error, { code, severity });
}

test.each([
  [serverError('57P01', 'FATAL'), 'away'],
  [serverError('57014'), 'away'],
  [serverError('53300', 'FATAL'), 'away'],
  [serverError('53100'), 'disk-full'],
  [serverError('25006'), 'read-only'],
] as const)('%s means %s', (error, reason) => {
  const translated = translateError(error);
  expect(translated).toBeInstanceOf(DatabaseUnavailable);
  expect(translated).toMatchObject({ reason, cause: error });
});

test.each([
  serverError('23505'),
  serverError('40P01'),
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  new TypeError('x is not a function'),
  'text',
])('%s stays what it is', (error) => {
  expect(translateError(error)).toBe(error);
});
