import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { reportErrorContext } from '#app/http/request-context.ts';
import { DatabaseUnavailable } from '#db/database-error.ts';
import { invalid, tooMany } from '#domain/errors.ts';
import { runFormAction } from './form-result.ts';

const schema = z.object({
  name: z.string().min(1, 'Please enter your name.'),
  email: z.string().includes('@', { error: 'Please enter a valid email address.' }),
});
const failure = 'Failed to send your message. Please try again later.';

test('what is stored is answered with 200, for the sender alone', async () => {
  const answer = await sent({ name: 'Ada', email: 'ada@firm.example' }, async () => {});
  expect(answer.data).toEqual({ stored: true });
  expect(answer.init).toMatchObject({ status: 200, headers: { 'Cache-Control': 'private, no-store' } });
});

test('every wrong field gets its own message, and nothing typed is lost', async () => {
  const answer = await sent({ name: '', email: 'ada' }, refuseToBeAsked);
  expect(answer.init?.status).toBe(422);
  expect(answer.data).toEqual({
    stored: false,
    message: null,
    typed: { name: '', email: 'ada' },
    errors: { name: 'Please enter your name.', email: 'Please enter a valid email address.' },
  });
});

test('a fault is told to the log, answered with the message of the form, and keeps what was typed', async () => {
  const faults: unknown[] = [];
  const fault = new Error('no database');
  const answer = await sent(
    { name: 'Ada', email: 'ada@firm.example' },
    () => Promise.reject(fault),
    (error) => faults.push(error),
  );
  expect(answer.init?.status).toBe(503);
  expect(answer.data).toMatchObject({ stored: false, message: failure, typed: { name: 'Ada' } });
  expect(faults).toEqual([fault]);
});

test('where nobody knows whether it was stored, the form says neither yes nor no', async () => {
  const unknown = new DatabaseUnavailable('commit-unknown', 'The answer to a commit was lost.');
  const answer = await sent(
    { name: 'Ada', email: 'a@b' },
    () => Promise.reject(unknown),
    () => {},
  );
  expect(answer.init?.status).toBe(503);
  expect(answer.data).toMatchObject({
    stored: false,
    message:
      'We cannot tell right now whether this was stored. Please send it again in a moment: it will be stored only once.',
    typed: { name: 'Ada' },
  });
});

test('a refusal by the verb speaks for itself', async () => {
  const answer = await sent({ name: 'Ada', email: 'a@b' }, () => Promise.reject(invalid('Not like this.')));
  expect(answer.init?.status).toBe(422);
  expect(answer.data).toMatchObject({ stored: false, message: 'Not like this.' });
  expect(answer.init?.headers).not.toHaveProperty('Retry-After');
});

test('who sent too many is told when to come back', async () => {
  const refusal = tooMany('Not now.', 900);
  const answer = await sent({ name: 'Ada', email: 'a@b' }, () => Promise.reject(refusal));
  expect(answer.init).toMatchObject({ status: 429, headers: { 'Retry-After': '900' } });
  expect(answer.data).toMatchObject({ stored: false, message: failure, typed: { name: 'Ada' } });
});

test('where no script told it, the browser tells where it was written and by which campaign', async () => {
  const told: unknown[] = [];
  const store = async (fields: Record<string, unknown>) =>
    void told.push([fields['page'], fields['campaign']]);
  const typed = { name: 'Ada', email: 'a@b', page: '', campaign: '' };
  const referer = 'https://firm.example/contact?utm_campaign=spring';
  await sent(typed, store, undefined, { referer });
  await sent({ ...typed, page: '/blog/hello', campaign: 'autumn' }, store, undefined, { referer });
  await sent(typed, store, undefined, { referer: 'https://other.example/contact?utm_campaign=theirs' });
  await sent(typed, store, undefined, { referer: 'nonsense' });
  await sent(typed, store, undefined, { referer: 'https://firm.example/contact?utm_source=linkedin' });
  expect(told).toEqual([
    ['/contact', 'spring'],
    ['/blog/hello', 'autumn'],
    ['', ''],
    ['', ''],
    ['/contact', 'linkedin'],
  ]);

  const answer = await sent({ ...typed, name: '' }, refuseToBeAsked, undefined, { referer });
  expect(answer.data).toMatchObject({ stored: false, typed: { page: '/contact', campaign: 'spring' } });
});

test('a form with more than 50 fields is answered with 400 before anything is asked', async () => {
  const fields = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`field${index}`, '']));
  await expect(sent(fields, refuseToBeAsked)).rejects.toMatchObject({ init: { status: 400 } });
});

function sent(
  fields: Record<string, string>,
  store: (fields: Record<string, unknown>) => Promise<void>,
  reportError: (error: unknown) => void = refuseToBeAsked,
  headers: Record<string, string> = {},
) {
  const context = new RouterContextProvider();
  context.set(reportErrorContext, reportError);
  const request = new Request('https://firm.example/contact', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return runFormAction(request, context, { schema, store, failure });
}

function refuseToBeAsked(): never {
  throw new Error('This should not have been asked.');
}
