import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { createLogLines } from './log-lines.ts';

const root = useFolder();

function openLines() {
  const file = join(mkdtempSync(join(root, 'lines-')), 'log');
  const descriptor = openSync(file, 'a');
  onTestFinished(() => closeSync(descriptor));
  return { lines: createLogLines(descriptor), written: () => readFileSync(file, 'utf8') };
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`);

test('lines that follow each other are gathered and written in their order', async () => {
  const { lines, written } = openLines();
  for (const line of numbered(1_000)) lines.write(line);
  await sleep(0);
  expect(written()).toBe('');
  await expect.poll(written).toBe(numbered(1_000).join(''));
});

test('a flush writes what was gathered, and what comes while it is being written', async () => {
  const { lines, written } = openLines();
  lines.write('first\n');
  const flushed = lines.flush();
  lines.write('second\n');
  await flushed;
  expect(written()).toBe('first\nsecond\n');
  await lines.flush();
});

test('startWriting writes what was gathered at once, and lines after it are gathered again', async () => {
  const { lines, written } = openLines();
  lines.write('a warning\n');
  lines.startWriting();
  lines.write('a line\n');
  await expect.poll(written, { interval: 1 }).toMatch(/^a warning/);
  await expect.poll(written).toBe('a warning\na line\n');
});

test('more than a batch goes out without waiting', async () => {
  const { lines, written } = openLines();
  const line = `${'x'.repeat(999)}\n`;
  for (let n = 0; n < 200; n += 1) lines.write(line);
  await lines.flush();
  expect(written().length).toBe(200_000);
});
