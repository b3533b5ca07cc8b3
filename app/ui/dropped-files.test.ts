import { expect, test } from 'vitest';

import { droppedFiles } from './dropped-files.ts';

const file = (name: string) => ({ name, file: (found: (file: File) => void) => found(new File([], name)) });

/** Gives two entries at a time, as a browser gives a hundred. */
function folder(name: string, entries: readonly { name: string }[]) {
  return {
    name,
    createReader() {
      const left = [...entries];
      return { readEntries: (found: (some: { name: string }[]) => void) => found(left.splice(0, 2)) };
    },
  };
}

const drop = (...entries: { name: string }[]) => ({
  files: entries.map(({ name }) => new File([], name)),
  items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
});

const namesOf = async (...entries: { name: string }[]) =>
  (await droppedFiles(drop(...entries))).files.map(({ name }) => name);

test('droppedFiles gives files as they were dropped', async () => {
  expect(await namesOf(file('b.png'), file('a.png'))).toEqual(['b.png', 'a.png']);
});

test('droppedFiles gives the files of folders by name and leaves hidden ones out', async () => {
  const inner = folder('inner', [file('3.png')]);
  const photos = folder('photos', [
    file('10.png'),
    file('2.png'),
    file('.hidden.png'),
    file('Thumbs.db'),
    inner,
  ]);
  expect(await namesOf(photos, folder('empty', []))).toEqual(['2.png', '10.png', '3.png']);
});

test('droppedFiles leaves out a file that cannot be read', async () => {
  const broken = { name: 'broken.png', file: (_: unknown, failed: () => void) => failed() };
  expect(await namesOf(folder('photos', [broken, file('a.png')]))).toEqual(['a.png']);
});

test('droppedFiles says that a folder has too many files', async () => {
  const many = folder(
    'many',
    Array.from({ length: 501 }, (_, index) => file(`${index}.png`)),
  );
  const { files, isCut } = await droppedFiles(drop(many));
  expect(files.length).toBe(500);
  expect(isCut).toBe(true);
});
