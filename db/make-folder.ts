import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { errorCode } from './database-error.ts';

/**
 * Makes a folder that only its owner can enter, and the folders above it; one that is there stays as it is.
 * `mkdir` with `recursive` never returns for a folder in a place that takes none, such as `/proc`.
 * @throws the system's error with its code, `ENOENT` in such a place.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    throw error;
  }
}
