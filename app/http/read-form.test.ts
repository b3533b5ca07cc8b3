import { expect, test } from 'vitest';

import { readForm } from './read-form.ts';

const sent = (init: RequestInit) => new Request('https://firm.example/', init);

test('a form is read as its browser sent it', async () => {
  const form = await readForm(sent({ method: 'POST', body: new URLSearchParams({ title: 'Hello' }) }));
  expect(form.get('title')).toBe('Hello');
});

test.each<[string, RequestInit]>([
  ['JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
  ['nothing', {}],
  ['a broken form', { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }],
])('%s is no form: 415', async (_what, init) => {
  await expect(readForm(sent({ method: 'POST', ...init }))).rejects.toMatchObject({ init: { status: 415 } });
});

test.each(['PUT', 'PATCH', 'DELETE'])('%s is no way to send a form: 405', async (method) => {
  await expect(readForm(sent({ method }))).rejects.toMatchObject({ init: { status: 405 } });
});
