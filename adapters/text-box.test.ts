import { expect, onTestFinished, test } from 'vitest';

import { readBody } from '#domain/text-work/text-work.ts';
import { createTextBox } from './text-box.ts';

function open(limits: Parameters<typeof createTextBox>[0] = {}) {
  const box = createTextBox(limits);
  onTestFinished(box.close);
  return box;
}

test('Markdown of an agent is read into the stored body, block by block', async () => {
  const stored = '<p class="lead">Kept.</p><p>Old.</p>';
  const box = open();
  expect(await readBody(box, { markdown: 'Kept.\n\nNew *words*.', stored })).toContain('<em>words</em>');
  await expect(readBody(box, { markdown: `${'> '.repeat(3_000)}a`, stored: '' })).rejects.toMatchObject({
    kind: 'invalid',
  });
});

test('Markdown that takes too long ends its process with a message, and the next text is read', async () => {
  const box = open({ milliseconds: 3_000 });
  const heavy = open({ milliseconds: 1 });
  await expect(readBody(heavy, { markdown: 'Words.', stored: '' })).rejects.toMatchObject({
    kind: 'invalid',
    message: 'This text takes too much time or memory to read. Nothing was stored.',
  });
  expect(await readBody(box, { markdown: 'Words.', stored: '' })).toBe('<p>Words.</p>');
  await box.close();
  await expect(readBody(box, { markdown: 'Words.', stored: '' })).rejects.toMatchObject({ kind: 'too-many' });
});
