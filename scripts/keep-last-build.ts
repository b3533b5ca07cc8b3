import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

const listName = 'files.json';

/**
 * Removes what neither this build nor the one before has written: a process that runs while its release is built again
 * loads some of its files when they are first needed.
 * @param written the names of the files of this build in the folder
 */
export async function keepLastBuild(folder: string, written: readonly string[]): Promise<void> {
  const list = join(folder, listName);
  const kept = new Set([...written, ...(await readNames(list)), listName]);
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
  await writeFile(list, JSON.stringify(written));
}

/** Empty where there was no build, or its list is damaged. */
async function readNames(file: string): Promise<string[]> {
  try {
    return z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return [];
  }
}
