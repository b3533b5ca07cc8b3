import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

/** Writes a file that only this user can read: whole or not at all, whatever interrupts it. */
export async function replaceFile(file: string, bytes: Buffer): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}
