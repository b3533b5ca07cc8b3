import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { forwardLines } from './forward-lines.ts';

async function forward(parts: readonly (string | Buffer)[]): Promise<string[]> {
  const from = new PassThrough();
  const written: string[] = [];
  forwardLines(from, (lines) => written.push(lines));
  for (const part of parts) {
    from.write(part);
    await nextTurn();
  }
  from.end();
  await nextTurn();
  return written;
}

test('a line in several parts is passed on once, whole', async () => {
  expect(await forward(['one\ntw', 'o', '\nthree\n'])).toEqual(['one\n', 'two\nthree\n']);
});

test('a character whose bytes come in two parts stays what it is', async () => {
  const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é\n').subarray(1)];
  expect(await forward([first, second])).toEqual(['é\n']);
});

test('the last line without an end is passed on with one', async () => {
  expect(await forward(['one\ntwo'])).toEqual(['one\n', 'two\n']);
});

test('a line without an end is passed on in parts of a megabyte, so that memory stays bounded', async () => {
  const written = await forward(Array.from({ length: 30 }, () => 'x'.repeat(100_000)));
  expect(written.length).toBeGreaterThan(1);
  for (const lines of written) expect(lines.length).toBeLessThan(1_200_000);
});
