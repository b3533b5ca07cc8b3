import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { domainContext, reportErrorContext, type DomainContext } from '#app/http/request-context.ts';
import { DatabaseUnavailable } from '#db/database-error.ts';
import { createUnavailableDatabase } from '#db/unavailable.ts';
import { invalid, tooMany } from '#domain/core/errors.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { contextOn } from '#tests/factories.ts';
import { visitorAction } from './form-result.ts';

const schema = z.object({
  name: z.string().min(1, 'Please enter your name.'),
  email: z.string().includes('@', { error: 'Please enter a valid email address.' }),
});
const failure = 'Failed to send your message. Please try again later.';

test('a stored form is answered with 200 and must not be cached', async () => {
  const response = await sent({ name: 'Ada', email: 'ada@firm.example' }, async () => {});
  expect(response.data).toEqual({ stored: true });
  expect(response.init).toMatchObject({ status: 200, headers: { 'Cache-Control': 'private, no-store' } });
});

test('an invalid form is answered with 422, one message per field and the typed values', async () => {
  const response = await sent({ name: '', email: 'ada' }, failIfCalled);
  expect(response.init?.status).toBe(422);
  expect(response.data).toEqual({
    stored: false,
    message: null,
    typed: { name: '', email: 'ada' },
    errors: { name: 'Please enter your name.', email: 'Please enter a valid email address.' },
  });
});

test('an unexpected error is reported and answered with 503, the failure message and the typed values', async () => {
  const reported: unknown[] = [];
  const error = new Error('no database');
  const response = await sent(
    { name: 'Ada', email: 'ada@firm.example' },
    () => Promise.reject(error),
    (reason) => reported.push(reason),
  );
  expect(response.init?.status).toBe(503);
  expect(response.data).toMatchObject({ stored: false, message: failure, typed: { name: 'Ada' } });
  expect(reported).toEqual([error]);
});

test('a lost commit is answered with 503 and asks the sender to send the form again', async () => {
  const unknown = new DatabaseUnavailable('commit-unknown', 'The answer to a commit was lost.');
  const response = await sent(
    { name: 'Ada', email: 'a@b' },
    () => Promise.reject(unknown),
    () => {},
  );
  expect(response.init?.status).toBe(503);
  expect(response.data).toMatchObject({
    stored: false,
    message:
      'We could not confirm that this was stored. Please send it again in a moment: we will store it only once.',
    typed: { name: 'Ada' },
  });
});

test('an invalid-input error of the verb is answered with 422 and its own message', async () => {
  const response = await sent({ name: 'Ada', email: 'a@b' }, () => Promise.reject(invalid('Not like this.')));
  expect(response.init?.status).toBe(422);
  expect(response.data).toMatchObject({ stored: false, message: 'Not like this.' });
  expect(response.init?.headers).not.toHaveProperty('Retry-After');
});

test('a sender over the rate limit is answered with 429 and Retry-After', async () => {
  const refusal = tooMany('Not now.', 900);
  const response = await sent({ name: 'Ada', email: 'a@b' }, () => Promise.reject(refusal));
  expect(response.init).toMatchObject({ status: 429, headers: { 'Retry-After': '900' } });
  expect(response.data).toMatchObject({ stored: false, message: failure, typed: { name: 'Ada' } });
});

test('page and campaign come from the Referer header when the form does not hold them', async () => {
  const stored: unknown[] = [];
  const store = async (fields: Record<string, unknown>) =>
    void stored.push([fields['page'], fields['campaign']]);
  const typed = { name: 'Ada', email: 'a@b', page: '', campaign: '' };
  const referer = 'https://firm.example/contact?utm_campaign=spring';
  await sent(typed, store, undefined, { referer });
  await sent({ ...typed, page: '/blog/hello', campaign: 'autumn' }, store, undefined, { referer });
  await sent(typed, store, undefined, { referer: 'https://other.example/contact?utm_campaign=theirs' });
  await sent(typed, store, undefined, { referer: 'nonsense' });
  await sent(typed, store, undefined, { referer: 'https://firm.example/contact?utm_source=linkedin' });
  expect(stored).toEqual([
    ['/contact', 'spring'],
    ['/blog/hello', 'autumn'],
    ['', ''],
    ['', ''],
    ['/contact', 'linkedin'],
  ]);

  const response = await sent({ ...typed, name: '' }, failIfCalled, undefined, { referer });
  expect(response.data).toMatchObject({ stored: false, typed: { page: '/contact', campaign: 'spring' } });
});

test('a form with more than 50 fields is answered with 400 and is not stored', async () => {
  const fields = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, '']));
  await expect(sent(fields, failIfCalled)).rejects.toMatchObject({ init: { status: 400 } });
});

function sent(
  fields: Record<string, string>,
  store: (fields: Record<string, unknown>) => Promise<void>,
  reportError: (error: unknown) => void = failIfCalled,
  headers: Record<string, string> = {},
) {
  const context = new RouterContextProvider();
  context.set(reportErrorContext, reportError);
  context.set(domainContext, contextOn(createUnavailableDatabase()));
  const request = new Request('https://firm.example/contact', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  const parseAndStore = async (_ctx: DomainContext, typed: Record<string, string>) => {
    parseInput(schema, typed);
    await store(typed);
  };
  return visitorAction(parseAndStore, failure)({ request, context });
}

function failIfCalled(): never {
  throw new Error('This must not be called.');
}
