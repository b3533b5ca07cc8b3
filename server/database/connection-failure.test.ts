import { expect, test } from 'vitest';

import { explainConnectionFailure, tooOldMessage } from './connection-failure.ts';

const failure = (code: string) => Object.assign(new Error('refused'), { code });

test.for(['ECONNREFUSED', 'ENOTFOUND', '57P03', 'ENOENT'])('%s may pass: the server may start', (code) => {
  expect(explainConnectionFailure(failure(code)).mayPass).toBe(true);
});

test.for(['28P01', '3D000', '28000', 'XX000'])('%s will not pass by waiting', (code) => {
  expect(explainConnectionFailure(failure(code)).mayPass).toBe(false);
});

test('a certificate that is missing is no socket that is missing, and will not pass by waiting', () => {
  const missing = Object.assign(failure('ENOENT'), { syscall: 'open', message: "open '/ca.pem'" });
  expect(explainConnectionFailure(missing)).toEqual({
    message: "The database of DATABASE_URL cannot be used: open '/ca.pem'",
    mayPass: false,
  });
});

test('of several addresses that were tried, the first tells', () => {
  const both = new AggregateError([failure('ECONNREFUSED'), failure('ENETUNREACH')]);
  expect(explainConnectionFailure(both)).toEqual({
    message: 'The database of DATABASE_URL refuses connections: nothing listens there.',
    mayPass: true,
  });
});

test('a time-out of the pool has no code and may pass', () => {
  expect(explainConnectionFailure(new Error('Connection terminated due to connection timeout')).mayPass).toBe(
    true,
  );
});

test('names the version that is too old', () => {
  expect(tooOldMessage(140_012)).toBe('DATABASE_URL leads to PostgreSQL 14; 15 or newer is needed.');
});
