import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';

import { errorCode } from '#db/database-error.ts';
import {
  ArchiveNameError,
  manifestDigestName,
  manifestName,
  manifestSchema,
  type Manifest,
} from './archive-format.ts';
import { blockBytes, padded, tarHeader } from './tar-header.ts';

export type ArchiveWriter = Awaited<ReturnType<typeof createArchive>>;

/**
 * A new archive that only this user can read. Until it is complete it is called `{path}.partial`.
 * @throws ArchiveNameError when it cannot be created
 */
export async function createArchive(path: string, now: Date) {
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const file = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    const code = errorCode(error) || String(error);
    throw new ArchiveNameError(`${path} cannot be written (${code}).`);
  });
  let end = 0;

  const add = async (name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* measured() {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
    // Its header is written when its size is known.
    await file.write(Buffer.alloc(blockBytes));
    await file.writeFile(measured());
    await file.write(Buffer.alloc(padded(bytes) - bytes));
    await file.write(tarHeader(name, bytes, now), 0, blockBytes, end);
    end += blockBytes + padded(bytes);
    return { bytes, sha256: hash.digest('hex') };
  };

  return {
    /** Adds one file, whose size need not be known before. */
    add,
    /** Completes the archive, flushes it to the disk and gives it its name. */
    finish: async (manifest: Manifest): Promise<void> => {
      const text = Buffer.from(`${JSON.stringify(manifestSchema.parse(manifest), null, 1)}\n`);
      const { sha256 } = await add(manifestName, [text]);
      await add(manifestDigestName, [Buffer.from(`${sha256}\n`)]);
      await file.write(Buffer.alloc(2 * blockBytes));
      await file.sync();
      await file.close();
      await rename(partial, path);
    },
    discard: async (): Promise<void> => {
      await file.close();
      await rm(partial, { force: true });
    },
  };
}
