import { RouterContextProvider } from 'react-router';
import { expect, test, vi } from 'vitest';

import { createUnavailableDatabase } from '#db/unavailable.ts';
import { invalid } from '#domain/core/errors.ts';
import { contextOn } from '#tests/factories.ts';
import { domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { formAction } from './form-action.ts';
import { formClientAction } from './form-client-action.ts';

const failures = { save: 'Failed to save.', remove: 'Failed to remove.' };

const action = formAction(failures, {
  save: async (_ctx, { name = '' }) => {
    if (name === '') throw invalid('Please enter a name.', { name: 'Please enter a name.' });
    if (name === 'broken') throw new Error('password=hunter2');
    return { done: `Saved ${name}.`, send: { name } };
  },
  remove: { run: async () => ({ secret: 'not for the browser' }), done: null },
});

test('formAction answers with the toast and only what the action sends', async () => {
  expect(await send({ intent: 'save', name: 'Ada' })).toMatchObject({
    data: { ok: true, toast: { text: 'Saved Ada.' }, value: { name: 'Ada' } },
  });
  expect(await send({ intent: 'remove' })).toMatchObject({ data: { ok: true, toast: null, value: null } });
});

test('formAction answers invalid input with a message for each field', async () => {
  const message = 'Please enter a name.';
  expect(await send({ intent: 'save' })).toMatchObject({
    data: { ok: false, status: 422, message, fieldErrors: { name: message } },
    init: { status: 422 },
  });
});

test('formAction answers an unexpected error with the message of the action', async () => {
  expect(await send({ intent: 'save', name: 'broken' })).toMatchObject({
    data: { ok: false, status: 500, message: 'Failed to save.', fieldErrors: {} },
    init: { status: 500 },
  });
});

test.each(['', 'unknown', 'constructor', '__proto__'])('formAction answers 400 to %j', async (intent) => {
  expect(await send({ intent })).toMatchObject({ data: { ok: false, status: 400 }, init: { status: 400 } });
});

test('formAction runs the only action of a screen without an intent', async () => {
  const run = vi.fn(async () => null);
  const only = formAction({ check: 'Failed to check.' }, { check: { run, done: 'Checked.' } });
  expect(await send({}, only)).toMatchObject({ data: { ok: true } });
  expect(run).toHaveBeenCalledOnce();
});

test('formClientAction answers a failed connection with the message of the action', async () => {
  const request = requestOf({ intent: 'remove' });
  const serverAction = () => Promise.reject(new TypeError('Failed to fetch'));
  const clientAction = formClientAction(failures);
  expect(await clientAction({ request, serverAction })).toMatchObject({
    data: { ok: false, status: 503, message: 'Failed to remove.' },
    init: { status: 503 },
  });
});

function send(fields: Record<string, string>, to: typeof action = action) {
  const context = new RouterContextProvider();
  context.set(reportErrorContext, () => {});
  context.set(domainContext, contextOn(createUnavailableDatabase()));
  const request = requestOf(fields);
  return to({ request, params: {}, context, url: new URL(request.url) });
}

function requestOf(fields: Record<string, string>): Request {
  return new Request('http://test/admin', { method: 'POST', body: new URLSearchParams(fields) });
}
