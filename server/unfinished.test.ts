import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { useFolder } from '#tests/folder.ts';
import { withUnfinished } from './unfinished.ts';

const folder = useFolder();

test('withUnfinished removes the file of a killed process whose number this process has now', async () => {
  const left = join(folder, 'backup.partial');
  await writeFile(left, 'Half a backup.');
  await mkdir(join(folder, 'unfinished'));
  await writeFile(join(folder, 'unfinished', String(process.pid)), JSON.stringify([left]));
  await withUnfinished(folder, [], async () => expect(existsSync(left)).toBe(false));
});
