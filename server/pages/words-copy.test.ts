import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createWordsCopy, removeWordsCopy } from './words-copy.ts';

let dataDir: string;
const warn = vi.fn<(message: string, fields?: Record<string, unknown>) => void>();
const open = (options: Partial<{ key: string; writes: boolean }> = {}) =>
  createWordsCopy({ dataDir }, { key: 'one', writes: true, log: { warn }, ...options });
const name = (text: string) => [{ name: 'general', words: { name: text } }];

beforeEach(async () => {
  warn.mockClear();
  dataDir = await mkdtemp(join(tmpdir(), 'anyforge-words-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('what was kept last is there at the next start, and only its owner can read it', async () => {
  const copy = open();
  expect(copy.stored()).toBeNull();
  for (const text of ['A', 'B', 'C']) copy.keep(name(text));
  await expect.poll(() => open().stored()).toEqual(name('C'));
  expect(await readdir(dataDir)).toEqual(['site-words.json']);
  expect((await stat(join(dataDir, 'site-words.json'))).mode & 0o777).toBe(0o600);
});

test('words of another database are not shown, and a process that does not write keeps none', async () => {
  open({ writes: false }).keep(name('B'));
  open().keep(name('A'));
  await expect.poll(() => open().stored()).toEqual(name('A'));
  expect(open({ key: 'other' }).stored()).toBeNull();
});

test.each(['', '{', 'null', '[]', '{"key":"one","documents":[{"name":1}]}', '{"key":"one"}', '\0\0'])(
  'a file with %j is no copy and is written again',
  async (text) => {
    await writeFile(join(dataDir, 'site-words.json'), text);
    const copy = open();
    expect(copy.stored()).toBeNull();
    copy.keep(name('A'));
    await expect.poll(() => open().stored()).toEqual(name('A'));
  },
);

test('a file that says the same is not written again', async () => {
  open().keep(name('A'));
  const file = join(dataDir, 'site-words.json');
  await expect.poll(() => open().stored()).not.toBeNull();
  const { ino } = await stat(file);
  open().keep(name('A'));
  open().keep(name('A'));
  await expect.poll(async () => (await stat(file)).ino).toBe(ino);
  expect(await readFile(file, 'utf8')).toContain('"A"');
});

test('a folder that cannot be written is told once', async () => {
  const copy = createWordsCopy({ dataDir: '/proc/none' }, { key: 'one', writes: true, log: { warn } });
  for (const text of ['A', 'B']) copy.keep(name(text));
  await expect.poll(() => warn.mock.calls.length).toBe(1);
});

test('removeWordsCopy leaves nothing', async () => {
  open().keep(name('A'));
  await expect.poll(() => open().stored()).not.toBeNull();
  await removeWordsCopy({ dataDir });
  expect(open().stored()).toBeNull();
});
