import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { errorCode } from '../database-error.ts';
import { EmbeddedPostgresError, fileError } from './error.ts';
import type { Account } from './program.ts';

/** Names the socket; nothing listens on the network. */
export const socketPort = 5432;

/** A socket's path may have 103 bytes on macOS, 107 on Linux. */
const maxFolderLength = 103 - `/.s.PGSQL.${socketPort}`.length;

/**
 * A folder for the socket that only `owner` (and root) can enter, without the files of an earlier start.
 * The same DATA_DIR gets the same folder again, unless another user took its name.
 */
export async function openSocketFolder(
  dataDir: string,
  owner: Account,
  self: Account,
): Promise<{ readonly path: string; readonly folder: FileHandle }> {
  // Commands can reach the RuntimeDirectory= but not the PrivateTmp=.
  const wanted = process.env['RUNTIME_DIRECTORY']?.split(':')[0] || tmpdir();
  const base = Buffer.byteLength(wanted) + 40 > maxFolderLength ? '/tmp' : wanted;
  const name = createHash('sha256').update(`${self.uid} ${dataDir}`).digest('hex').slice(0, 16);
  const usual = join(base, `anyforge-${name}`);
  try {
    const folder = await claim(usual, owner, self);
    if (folder) return { path: usual, folder };
    const path = await mkdtemp(join(base, 'anyforge-'));
    const other = await claim(path, owner, self);
    if (other) return { path, folder: other };
  } catch (error) {
    throw fileError('There can be no socket in', base, error);
  }
  throw new EmbeddedPostgresError(`There can be no socket in ${base}: it gives folders to other users.`);
}

/** Opens the folder and makes it ours, or answers null when it belongs to another user. */
async function claim(path: string, owner: Account, self: Account): Promise<FileHandle | null> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  const folder = await open(path, flags).catch((error: unknown) => {
    if (errorCode(error) === 'ELOOP' || errorCode(error) === 'ENOTDIR' || errorCode(error) === 'EACCES')
      return null;
    throw error;
  });
  if (!folder) return null;
  try {
    const { uid } = await folder.stat();
    if (uid !== self.uid && uid !== owner.uid) {
      await folder.close();
      return null;
    }
    await folder.chmod(0o700);
    if (uid !== owner.uid) await folder.chown(owner.uid, owner.gid);
    // No PostgreSQL works on this DATA_DIR, so these are left over; their process numbers may be reused.
    for (const file of await readdir(path)) await rm(join(path, file), { recursive: true });
    return folder;
  } catch (error) {
    await folder.close();
    throw error;
  }
}
