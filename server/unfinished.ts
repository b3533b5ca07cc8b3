import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { isProcess } from '#db/embedded/data-directory.ts';
import { makeFolder } from '#db/make-folder.ts';

const folderOf = (dataDir: string) => join(dataDir, 'unfinished');

/**
 * Runs work whose temporary files lie outside of DATA_DIR, and removes them afterwards. Their paths are noted, so that the
 * next command or start removes those of a process that was killed.
 */
export async function withUnfinished<T>(
  dataDir: string,
  paths: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  await removeUnfinished(dataDir);
  await makeFolder(folderOf(dataDir));
  const note = join(folderOf(dataDir), String(process.pid));
  await writeFile(note, JSON.stringify(paths), { mode: 0o600 });
  return await work().finally(() => removeNoted(note));
}

/** Removes the temporary files of processes that were killed. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  for (const pid of await readdir(folderOf(dataDir)).catch(() => [])) {
    // A container gives the same numbers again: no other process has the one of this process.
    if (pid === String(process.pid) || !isProcess(Number(pid)))
      await removeNoted(join(folderOf(dataDir), pid));
  }
}

async function removeNoted(note: string): Promise<void> {
  // A note that a power cut left empty names nothing.
  const text = await readFile(note, 'utf8');
  const paths = text === '' ? [] : z.array(z.string()).parse(JSON.parse(text));
  for (const path of paths) await rm(path, { recursive: true, force: true });
  await rm(note, { force: true });
}
