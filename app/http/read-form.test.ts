import { expect, test } from 'vitest';

import { readForm } from './read-form.ts';

const sent = (init: RequestInit) => new Request('https://firm.example/', init);

test('readForm reads the forms that browsers send', async () => {
  const form = await readForm(sent({ method: 'POST', body: new URLSearchParams({ title: 'Hello' }) }));
  expect(form.get('title')).toBe('Hello');
});

const fieldsOf = (count: number) =>
  new URLSearchParams(Array.from({ length: count }, (_, index) => [`field${index}`, 'x']));

test('readForm answers 400 for a form with more than 50 fields', async () => {
  await expect(readForm(sent({ method: 'POST', body: fieldsOf(50) }))).resolves.toBeInstanceOf(FormData);
  const refusal = { init: { status: 400 } };
  await expect(readForm(sent({ method: 'POST', body: fieldsOf(51) }))).rejects.toMatchObject(refusal);
  const multipart = new FormData();
  for (const [name, value] of fieldsOf(51)) multipart.append(name, value);
  await expect(readForm(sent({ method: 'POST', body: multipart }))).rejects.toMatchObject(refusal);
});

test('readForm counts each value of a list, up to what the form may have', async () => {
  const body = () => new URLSearchParams(Array.from({ length: 101 }, () => ['id', 'x']));
  await expect(readForm(sent({ method: 'POST', body: body() }), 100)).resolves.toBeInstanceOf(FormData);
  await expect(readForm(sent({ method: 'POST', body: body() }), 50)).rejects.toMatchObject({
    init: { status: 400 },
  });
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
