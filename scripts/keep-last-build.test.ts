import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { keepLastBuild } from './keep-last-build.ts';

const folder = useFolder();

test('the files of this build and of the one before stay, older ones go', async () => {
  const builds = [
    ['main.js', 'mail-1.js'],
    ['main.js', 'mail-2.js'],
    ['main.js', 'mail-3.js'],
  ];
  const left: string[][] = [];
  for (const names of builds) {
    for (const name of names) await writeFile(join(folder, name), '');
    await keepLastBuild(folder, names);
    left.push((await readdir(folder)).filter((name) => name.startsWith('mail')).toSorted());
  }
  expect(left).toEqual([['mail-1.js'], ['mail-1.js', 'mail-2.js'], ['mail-2.js', 'mail-3.js']]);

  await writeFile(join(folder, 'files.json'), 'cut off');
  await keepLastBuild(folder, ['main.js']);
  expect((await readdir(folder)).toSorted()).toEqual(['files.json', 'main.js']);
});
