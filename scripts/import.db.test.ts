import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { startProcess } from '#tests/process.ts';

const folder = useFolder();

test('import of a file that is not there says so and ends, without making a database', async () => {
  const file = join(folder, 'none.xml');
  const command = startProcess(['scripts/import.ts', file], { DATA_DIR: folder });
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe(`There is no file or folder ${file}.\n`);
  expect(await readdir(folder)).toEqual([]);
});
