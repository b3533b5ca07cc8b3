import { expect, test } from 'vitest';

import { DatabaseUnavailable } from '#db/database-error.ts';
import { explainConnectionFailure, missingDatabase, tooOldMessage } from './connection-failure.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

test.for(['ECONNREFUSED', 'ENOTFOUND', '57P03', '53300', '08006', 'ENOENT'])(
  '%s may pass: the server may start',
  (code) => {
    expect(explainConnectionFailure(failure(code)).mayPass).toBe(true);
  },
);

test.for(['28P01', '3D000', '28000', 'XX000'])('%s will not pass by waiting', (code) => {
  expect(explainConnectionFailure(failure(code)).mayPass).toBe(false);
});

test('a certificate that is missing is no socket that is missing, and will not pass by waiting', () => {
  const missing = Object.assign(failure('ENOENT'), { syscall: 'open', message: "open '/ca.pem'" });
  expect(explainConnectionFailure(missing)).toEqual({
    message: 'The database of DATABASE_URL cannot be used.',
    details: "Details: open '/ca.pem' (ENOENT)",
    mayPass: false,
  });
});

test('of several addresses that were tried, the first tells', () => {
  const both = new AggregateError([failure('ECONNREFUSED'), failure('ENETUNREACH')]);
  expect(explainConnectionFailure(both)).toEqual({
    message: 'The database of DATABASE_URL refuses connections: nothing listens there.',
    details: 'Details: refused (ECONNREFUSED)',
    mayPass: true,
  });
});

test('a server that does not answer may pass', () => {
  expect(explainConnectionFailure(new DatabaseUnavailable('away', 'Nothing came.'))).toEqual({
    message: 'The database of DATABASE_URL does not answer.',
    details: 'Details: Nothing came.',
    mayPass: true,
  });
});

test('a full disk is told as the disk, by the server and by our own look at it', () => {
  const told = { message: 'The disk of the database is full.', mayPass: true };
  expect(explainConnectionFailure(failure('53100'))).toMatchObject(told);
  expect(explainConnectionFailure(new DatabaseUnavailable('disk-full', 'No room.'))).toMatchObject(told);
  const empty = { freeBytes: 0, totalBytes: 10e9 };
  expect(missingDatabase(failure('53100'), null)).toBe('the disk of the database is full');
  expect(missingDatabase(failure('ECONNREFUSED'), empty)).toBe('the disk of the database is full');
  expect(missingDatabase(failure('ECONNREFUSED'), { ...empty, freeBytes: 5e9 })).toBe('the database');
});

test('of a refusal the words of the server are told, and how to encrypt', () => {
  const refusal = Object.assign(new Error('no pg_hba.conf entry for host "::1", no encryption'), {
    code: '28000',
  });
  expect(explainConnectionFailure(refusal)).toEqual({
    message: expect.stringMatching(/add sslmode=verify-full to DATABASE_URL\.$/),
    details: 'Details: no pg_hba.conf entry for host "::1", no encryption (28000)',
    mayPass: false,
  });
});

test('names the version that is too old', () => {
  expect(tooOldMessage(140_012)).toBe('DATABASE_URL leads to PostgreSQL 14; 15 or newer is needed.');
});
