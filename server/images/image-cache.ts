import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { ImageKey } from '#domain/images/image.ts';
import { imageTypes, type ImageType } from '#domain/images/image-limits.ts';

/** An image in one size and type, made once and kept until the room is needed. */
export type ImageVariant = { type: ImageType; bytes: number; stream: Readable };

export type ImageCache = ReturnType<typeof createImageCache>;

/**
 * `{root}/{folder}/{name}/{variant}.{type}` on this machine's disk, which other processes of the site may share. Losing any
 * of it costs the time to make it again, nothing else.
 * @param room bytes, to which `trim` brings it back
 */
export function createImageCache(root: string, room: number) {
  const folderOf = ({ folder, name }: ImageKey) => join(root, folder, name);
  return {
    async read(key: ImageKey, variant: string): Promise<ImageVariant | null> {
      const names = await readdir(folderOf(key)).catch((): string[] => []);
      const type = imageTypes.find((one) => names.includes(`${variant}.${one}`));
      if (type === undefined) return null;
      const handle = await open(join(folderOf(key), `${variant}.${type}`)).catch(() => null);
      if (handle === null) return null;
      const { size: bytes } = await handle.stat();
      return { type, bytes, stream: createReadStream('', { fd: handle }) };
    },
    /** Moves a finished file in. */
    async keep(key: ImageKey, variant: string, file: string, type: ImageType): Promise<void> {
      await mkdir(folderOf(key), { recursive: true, mode: 0o700 });
      await rename(file, join(folderOf(key), `${variant}.${type}`));
    },
    /** Everything that was made of an image. */
    remove: (key: ImageKey): Promise<void> => rm(folderOf(key), { recursive: true, force: true }),
    /** Deletes what was longest not read, until the rest has room. */
    async trim(): Promise<void> {
      const files: { path: string; bytes: number; readAt: number }[] = [];
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
        const path = join(entry.parentPath, entry.name);
        const stats = entry.isFile() ? await stat(path).catch(() => null) : null;
        if (stats) files.push({ path, bytes: stats.size, readAt: stats.atimeMs });
      }
      let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
      for (const { path, bytes } of files.toSorted((one, other) => one.readAt - other.readAt)) {
        if (total <= room) return;
        await rm(path, { force: true });
        total -= bytes;
      }
    },
  };
}
