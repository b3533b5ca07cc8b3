import { expect, test } from 'vitest';

import { failureKind, failureReason, rejectionMessage, type SaveFailure } from './save-result.ts';

function failure(failedAt: SaveFailure['failedAt'], status: number): SaveFailure {
  const message = 'Words of the server.';
  return { ok: false, status, failedAt, message, fieldErrors: {}, details: null, typed: {} };
}

test.each([
  ['action', 401, 'signed-out'],
  ['action', 403, 'rejected'],
  ['action', 404, 'deleted'],
  ['action', 422, 'rejected'],
  ['action', 500, 'failed'],
  ['action', 503, 'failed'],
  ['request', 401, 'signed-out'],
  ['request', 403, 'rejected'],
  ['request', 404, 'failed'],
  ['request', 413, 'rejected'],
  ['request', 502, 'failed'],
  ['timeout', 503, 'failed'],
  ['connection', 503, 'failed'],
] as const)('failureKind of a failure at the %s with status %i is %s', (failedAt, status, kind) => {
  expect(failureKind(failure(failedAt, status))).toBe(kind);
});

test.each([
  ['action', 500, 'the site had an error.'],
  ['request', 503, 'the site is busy.'],
  ['timeout', 503, 'no answer.'],
  ['connection', 503, 'there is no connection.'],
] as const)('failureReason of a failure at the %s with status %i is %j', (failedAt, status, reason) => {
  expect(failureReason(failure(failedAt, status))).toBe(reason);
});

test('rejectionMessage is that of the server, except for a post that is too large', () => {
  expect(rejectionMessage(failure('action', 422))).toBe('Words of the server.');
  expect(rejectionMessage(failure('request', 413))).toBe(
    'This text is too large to be saved. Please make it shorter.',
  );
});
