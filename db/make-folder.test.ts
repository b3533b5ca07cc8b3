import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { makeFolder } from './make-folder.ts';

const root = useFolder();

test('makes what is missing on the way, and again changes nothing', async () => {
  const folder = join(root, 'one', 'two');
  await makeFolder(folder);
  await makeFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('ends with the system’s error where nothing can be made', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'data'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder('/proc/none/data')).rejects.toMatchObject({ code: 'ENOENT' });
});
