import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { pack } from 'tar-stream';

import { errorCode } from '#db/database-error.ts';
import {
  BackupError,
  manifestDigestName,
  manifestName,
  manifestSchema,
  type Manifest,
} from './archive-format.ts';

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

export type ArchiveWriter = {
  /** Adds one file, whose size need not be known before. */
  add: (name: string, content: Content) => Promise<{ bytes: number; sha256: string }>;
  /** Completes the archive, flushes it to the disk and gives it its name. */
  finish: (manifest: Manifest) => Promise<void>;
  /** Deletes what was written. */
  discard: () => Promise<void>;
};

/**
 * A new archive that only this user can read. Until it is complete it is called `{path}.partial`; the file that is
 * being added is `{path}.adding` until its size is known, which tar wants before the content.
 * @throws BackupError when it cannot be created
 */
export async function createArchive(path: string, now: Date): Promise<ArchiveWriter> {
  const partial = `${path}.partial`;
  const adding = `${path}.adding`;
  const removeTemporary = async () => {
    for (const file of [partial, adding]) await rm(file, { force: true });
  };
  await removeTemporary();
  const file = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    const code = errorCode(error) || String(error);
    throw new BackupError(`${path} cannot be written (${code}).`);
  });
  const archive = pack();
  const written = pipeline(archive, file.createWriteStream({ flush: true }));
  // A failure is reported by the call that waits for it.
  written.catch(() => {});

  const add: ArchiveWriter['add'] = async (name, content) => {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* measured() {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    }
    await writeFile(adding, measured(), { mode: 0o600 });
    const entry = archive.entry({ name, size: bytes, mode: 0o600, mtime: now });
    await Promise.race([pipeline(createReadStream(adding), entry), written]);
    await rm(adding);
    return { bytes, sha256: hash.digest('hex') };
  };

  return {
    add,
    finish: async (manifest) => {
      const text = Buffer.from(`${JSON.stringify(manifestSchema.parse(manifest), null, 1)}\n`);
      const { sha256 } = await add(manifestName, [text]);
      await add(manifestDigestName, [Buffer.from(`${sha256}\n`)]);
      archive.finalize();
      await written;
      await rename(partial, path);
    },
    discard: async () => {
      archive.destroy();
      await written.catch(() => {});
      await removeTemporary();
    },
  };
}
