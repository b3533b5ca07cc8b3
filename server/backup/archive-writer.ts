import { createHash } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';

import { errorCode } from '#db/database-error.ts';
import {
  BackupError,
  manifestDigestName,
  manifestName,
  manifestSchema,
  type Manifest,
} from './archive-format.ts';
import { blockBytes, paddingOf, tarHeader } from './tar-header.ts';

export type Written = { bytes: number; sha256: string };

export type ArchiveWriter = {
  /** Adds one file; its size need not be known before. */
  add: (name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>) => Promise<Written>;
  /** Ends the archive, brings it safely to the disk and gives it its name. */
  finish: (manifest: Manifest) => Promise<void>;
  /** Leaves nothing behind. */
  discard: () => Promise<void>;
};

/**
 * A new archive that only this user can read. Until it is whole it is called `{path}.partial`.
 * @throws BackupError when there is a file of this name already, or none can be made
 */
export async function createArchive(path: string, now: Date): Promise<ArchiveWriter> {
  const taken = await stat(path).catch(() => null);
  if (taken) throw new BackupError(`${path} exists already. Give the archive another name.`);
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const file = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    const code = errorCode(error) || String(error);
    throw new BackupError(`${path} cannot be written (${code}).`);
  });
  let end = 0;

  const append = async (bytes: Buffer) => {
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, end + written);
      written += bytesWritten;
    }
    end += bytes.length;
  };

  const add: ArchiveWriter['add'] = async (name, content) => {
    const place = end;
    end += blockBytes;
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      await append(chunk);
    }
    await append(Buffer.alloc(paddingOf(bytes)));
    await file.write(tarHeader(name, bytes, now), 0, blockBytes, place);
    return { bytes, sha256: hash.digest('hex') };
  };

  return {
    add,
    finish: async (manifest) => {
      const text = Buffer.from(`${JSON.stringify(manifestSchema.parse(manifest), null, 1)}\n`);
      const { sha256 } = await add(manifestName, [text]);
      await add(manifestDigestName, [Buffer.from(`${sha256}\n`)]);
      await append(Buffer.alloc(2 * blockBytes));
      await file.sync();
      await file.close();
      await rename(partial, path);
    },
    discard: async () => {
      await file.close().catch(() => {});
      await rm(partial, { force: true });
    },
  };
}
