import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { errorCode } from '../database-error.ts';
import { fileError } from './error.ts';
import { lockDataDir } from './lock.ts';
import { platformOfMachine } from './platform.ts';
import { canDieWithUs } from './program.ts';

/**
 * Runs `work` while no process uses the embedded database of `dataDir`.
 * @throws EmbeddedPostgresError when one does
 */
export async function withDataDirUnused<T>(
  dataDir: string,
  announce: (line: string) => void,
  work: (dataDirectory: string) => Promise<T>,
): Promise<T> {
  const dataDirectory = join(resolve(dataDir), 'postgres');
  const platform = platformOfMachine();
  const diesWithUs = platform.hasNamespaces && (await canDieWithUs());
  const locks = await lockDataDir(resolve(dataDir), dataDirectory, platform, diesWithUs, announce);
  try {
    return await work(dataDirectory);
  } finally {
    await locks.release();
  }
}

/**
 * Puts another data directory, of the same disk, in the place of `dataDirectory`, which is deleted. Killed on the way it
 * leaves the old or the new one: `finishReplacement` does the rest at the next start. Call it within `withDataDirUnused`.
 */
export async function replaceDataDirectory(dataDirectory: string, by: string): Promise<void> {
  const replaced = replacedName(dataDirectory);
  await finishReplacement(dataDirectory);
  try {
    if (await exists(dataDirectory)) await rename(dataDirectory, replaced);
    await rename(by, dataDirectory);
  } catch (error) {
    await finishReplacement(dataDirectory);
    throw fileError('Cannot replace', dataDirectory, error);
  }
  await syncDirectory(dirname(dataDirectory));
  await rm(replaced, { recursive: true, force: true });
}

/** After a replacement that was killed: goes back to the old directory if there is no new one, else deletes the old one. */
export async function finishReplacement(dataDirectory: string): Promise<void> {
  const replaced = replacedName(dataDirectory);
  if (!(await exists(replaced))) return;
  if (await exists(dataDirectory)) await rm(replaced, { recursive: true });
  else await rename(replaced, dataDirectory);
}

function replacedName(dataDirectory: string): string {
  return `${dataDirectory}.replaced`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}
