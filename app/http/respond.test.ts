import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';

import { DatabaseUnavailable } from '#db/database-error.ts';
import { createUnavailableDatabase } from '#db/unavailable.ts';
import { conflict, forbidden, invalid, notFound, tooMany } from '#domain/core/errors.ts';
import { contextOn } from '#tests/factories.ts';
import { domainContext, reportErrorContext } from './request-context.ts';
import { failureOf, refusal, messageOf } from './respond.ts';

function contextWith(errors: unknown[]): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(reportErrorContext, (error) => errors.push(error));
  context.set(domainContext, contextOn(createUnavailableDatabase()));
  return context;
}

test.each([
  [notFound('Post not found.'), 404],
  [forbidden('You may not.'), 403],
  [invalid('Please enter a post title.'), 422],
  [conflict('It was changed meanwhile.'), 409],
])('failureOf answers %s with its own message', (error, status) => {
  const errors: unknown[] = [];
  expect(failureOf(error, 'Failed.', contextWith(errors))).toEqual({
    status,
    message: error.message,
    fieldErrors: {},
  });
  expect(errors).toEqual([]);
});

test('failureOf answers too many attempts with Retry-After', () => {
  expect(failureOf(tooMany('Too many attempts.', 40), 'Failed.', contextWith([]))).toEqual({
    status: 429,
    message: 'Too many attempts.',
    fieldErrors: {},
    headers: { 'Retry-After': '40' },
  });
});

test('failureOf logs an unexpected error whole and answers with the message of the route', () => {
  const errors: unknown[] = [];
  const error = new Error('password=hunter2 at 10.0.0.7');
  expect(failureOf(error, 'Failed to save post.', contextWith(errors))).toEqual({
    status: 500,
    message: 'Failed to save post.',
    fieldErrors: {},
  });
  expect(errors).toEqual([error]);
});

test.each([
  ['away', 'Failed to save post.'],
  ['read-only', 'The database is read-only at the moment. Nothing can be saved.'],
  ['disk-full', 'The disk of this site is full. Nothing can be saved until there is room again.'],
  [
    'commit-unknown',
    'The database did not confirm this in time. It may be saved or not: look before you try again.',
  ],
] as const)('failureOf answers 503 when the database is unavailable (%s)', (reason, message) => {
  const errors: unknown[] = [];
  const error = new DatabaseUnavailable(reason, 'at 10.0.0.7');
  expect(failureOf(error, 'Failed to save post.', contextWith(errors))).toEqual({
    status: 503,
    message,
    fieldErrors: {},
  });
  expect(errors).toEqual([error]);
});

test('failureOf throws a redirect again', () => {
  const response = new Response(null, { status: 302, headers: { Location: '/admin' } });
  expect(() => failureOf(response, 'Failed.', contextWith([]))).toThrow(response as unknown as Error);
});

test('messageOf returns the message of a refusal and null for anything else', () => {
  expect(messageOf(refusal(notFound('Post not found.'), 'Failed.', contextWith([])).data)).toBe(
    'Post not found.',
  );
  expect(messageOf('<html>')).toBeNull();
  expect(messageOf(null)).toBeNull();
  expect(messageOf({ message: 7 })).toBeNull();
  expect(messageOf({ message: '' })).toBeNull();
});
