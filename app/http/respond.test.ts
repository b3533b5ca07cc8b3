import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';

import { DatabaseUnavailable } from '#db/database-error.ts';
import { createUnavailableDatabase } from '#db/unavailable.ts';
import { conflict, forbidden, invalid, notFound, tooMany } from '#domain/errors.ts';
import { contextOn } from '#tests/factories.ts';
import { domainContext, reportErrorContext } from './request-context.ts';
import { failureOf, refusal, messageOf } from './respond.ts';

function contextWith(faults: unknown[]): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(reportErrorContext, (error) => faults.push(error));
  context.set(domainContext, contextOn(createUnavailableDatabase()));
  return context;
}

test.each([
  [notFound('Post not found.'), 404],
  [forbidden('You may not.'), 403],
  [invalid('Please enter a post title.'), 422],
  [conflict('Somebody was first.'), 409],
])('%s keeps its words', (error, status) => {
  const faults: unknown[] = [];
  expect(failureOf(error, 'Failed.', contextWith(faults))).toEqual({ status, message: error.message });
  expect(faults).toEqual([]);
});

test('too many tries say when to come back', () => {
  expect(failureOf(tooMany('Too many attempts.', 40), 'Failed.', contextWith([]))).toEqual({
    status: 429,
    message: 'Too many attempts.',
    headers: { 'Retry-After': '40' },
  });
});

test('a fault is logged whole and shown as the message of the route', () => {
  const faults: unknown[] = [];
  const fault = new Error('password=hunter2 at 10.0.0.7');
  expect(failureOf(fault, 'Failed to save post.', contextWith(faults))).toEqual({
    status: 500,
    message: 'Failed to save post.',
  });
  expect(faults).toEqual([fault]);
});

test.each([
  ['away', 'Failed to save post.'],
  ['read-only', 'The database is read-only at the moment. Nothing can be saved.'],
  ['disk-full', 'The disk of this site is full. Nothing can be saved until there is room again.'],
  [
    'commit-unknown',
    'The database did not confirm this in time. It may be saved or not: look before you try again.',
  ],
] as const)('a database that is unavailable (%s) is 503', (reason, message) => {
  const faults: unknown[] = [];
  const error = new DatabaseUnavailable(reason, 'at 10.0.0.7');
  expect(failureOf(error, 'Failed to save post.', contextWith(faults))).toEqual({
    status: 503,
    message,
  });
  expect(faults).toEqual([error]);
});

test('a redirect that was thrown stays one', () => {
  const response = new Response(null, { status: 302, headers: { Location: '/admin' } });
  expect(() => failureOf(response, 'Failed.', contextWith([]))).toThrow(response as unknown as Error);
});

test('a boundary finds the message of its own loader and of nobody else', () => {
  expect(messageOf(refusal(notFound('Post not found.'), 'Failed.', contextWith([])).data)).toBe(
    'Post not found.',
  );
  expect(messageOf('<html>')).toBeNull();
  expect(messageOf(null)).toBeNull();
  expect(messageOf({ message: 7 })).toBeNull();
});
