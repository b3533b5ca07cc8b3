import { open, rm, type FileHandle } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

/** Writes under way at once: a slow disk must not fill memory. */
const maxWriting = 64;

type Place = { readonly start: number; readonly length: number; isWritten: boolean };

/**
 * Bodies on disk, in a file without a name: it ends with the process. The oldest give way to new ones. Whether a body is
 * still current is for the caller to know.
 * @param options.onLost called for each owner whose body gave way
 */
export function createPageFile<Owner extends object>(options: {
  directory: string;
  maximumBytes: number;
  onLost: (owner: Owner) => void;
}) {
  const { maximumBytes, onLost } = options;
  /** In the order in which they stand in the file, the oldest first. */
  const places = new Map<Owner, Place>();
  let file: Promise<FileHandle> | undefined;
  let end = 0;
  let writing = 0;

  return {
    has: (owner: Owner) => places.get(owner)?.isWritten === true,
    delete: (owner: Owner) => places.delete(owner),
    /** Resolves to false when the body cannot be written; never rejects. */
    async write(owner: Owner, body: Buffer): Promise<boolean> {
      if (writing >= maxWriting || body.byteLength > maximumBytes) return false;
      writing += 1;
      const place = reserve(body.byteLength);
      // At once: writes under way may end in another order, and each place gives way in its turn.
      places.delete(owner);
      places.set(owner, place);
      try {
        const { bytesWritten } = await (await opened()).write(body, 0, place.length, place.start);
        // A full disk may take a part.
        place.isWritten = bytesWritten === place.length;
      } catch {
        // It is not written.
      } finally {
        writing -= 1;
      }
      if (places.get(owner) !== place) return false;
      if (!place.isWritten) places.delete(owner);
      return place.isWritten;
    },
    /** @throws when the body gave way, or the disk fails */
    async read(owner: Owner): Promise<Buffer> {
      const place = places.get(owner);
      const body = Buffer.allocUnsafeSlow(place?.length ?? 0);
      const { bytesRead } = await (await opened()).read(body, 0, body.byteLength, place?.start ?? 0);
      // Its place may have been given away meanwhile.
      if (!place?.isWritten || bytesRead < place.length || places.get(owner) !== place)
        throw new Error('The body is not in the file any more.');
      return body;
    },
    close: async () => (await file?.catch(() => undefined))?.close(),
  };

  function opened(): Promise<FileHandle> {
    return (file ??= openUnnamed(options.directory).catch((error: unknown) => {
      file = undefined;
      throw error;
    }));
  }

  /** The next place; at the end of the file it goes on at its beginning. */
  function reserve(length: number): Place {
    if (end + length > maximumBytes) {
      giveAway(end, maximumBytes);
      end = 0;
    }
    giveAway(end, end + length);
    end += length;
    return { start: end - length, length, isWritten: false };
  }

  function giveAway(from: number, to: number): void {
    for (const [owner, { start }] of places) {
      if (start < from || start >= to) return;
      places.delete(owner);
      onLost(owner);
    }
  }
}

async function openUnnamed(directory: string): Promise<FileHandle> {
  const path = join(directory, `.pages-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
