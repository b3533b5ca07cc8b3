import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { ImageKey } from '#domain/images/image.ts';
import { imageTypes, type ImageType } from '#domain/images/image-limits.ts';

/** Where images in the sizes that pages ask for are kept. */
export function imageCacheFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'image-cache');
}

/** An image in one size and type, made once and kept until the room is needed. */
export type ImageVariant = { type: ImageType; bytes: number; stream: Readable };

export type ImageCache = {
  read: (key: ImageKey, variant: string) => Promise<ImageVariant | null>;
  /** Moves a finished file in; the longest unused ones leave when there are too many bytes. */
  keep: (key: ImageKey, variant: string, file: string, type: ImageType) => Promise<void>;
  /** Everything that was made of an image. */
  remove: (key: ImageKey) => Promise<void>;
};

type Entry = { type: ImageType; bytes: number };

/**
 * `{root}/{folder}/{name}/{variant}.{type}` on this machine's disk, bounded in bytes; what is there at the start is
 * found again. Losing any of it costs the time to make it again, nothing else.
 */
export function createImageCache(root: string, maximumBytes: number): ImageCache {
  // A Map keeps the order of insertion: the first entry is the one that was longest not asked for.
  const entries = new Map<string, Entry>();
  let total = 0;
  const isLoaded = load();

  return { read, keep, remove };

  async function read(key: ImageKey, variant: string): Promise<ImageVariant | null> {
    await isLoaded;
    const name = nameOf(key, variant);
    const entry = entries.get(name);
    const types = entry ? [entry.type] : imageTypes;
    for (const type of types) {
      const handle = await open(pathOf(name, type)).catch(() => null);
      if (!handle) continue;
      // Another process of the site may have made it, or made it anew.
      const { size: bytes } = await handle.stat();
      note(name, { type, bytes });
      return { type, bytes, stream: createReadStream('', { fd: handle }) };
    }
    if (entry) drop(name, entry);
    return null;
  }

  /** As the one that was asked for last. */
  function note(name: string, entry: Entry): void {
    const before = entries.get(name);
    if (before) drop(name, before);
    entries.set(name, entry);
    total += entry.bytes;
  }

  async function keep(key: ImageKey, variant: string, file: string, type: ImageType): Promise<void> {
    await isLoaded;
    const name = nameOf(key, variant);
    await mkdir(join(root, key.folder, key.name), { recursive: true, mode: 0o700 });
    const { size: bytes } = await stat(file);
    await rename(file, pathOf(name, type));
    note(name, { type, bytes });
    await evictFor(name);
  }

  async function evictFor(latest: string): Promise<void> {
    for (const [name, entry] of entries) {
      if (total <= maximumBytes) return;
      if (name === latest) continue;
      drop(name, entry);
      await rm(pathOf(name, entry.type), { force: true }).catch(() => {});
    }
  }

  async function remove(key: ImageKey): Promise<void> {
    await isLoaded;
    const start = nameOf(key, '');
    for (const [name, entry] of entries) if (name.startsWith(start)) drop(name, entry);
    await rm(join(root, key.folder, key.name), { recursive: true, force: true });
  }

  function drop(name: string, entry: Entry): void {
    if (entries.delete(name)) total -= entry.bytes;
  }

  async function load(): Promise<void> {
    const found = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const file of found) {
      const [, variant = '', extension = ''] = /^([a-z0-9-]+)\.([a-z]+)$/.exec(file.name) ?? [];
      const type = imageTypes.find((one) => one === extension);
      if (!file.isFile() || type === undefined) continue;
      const stats = await stat(join(file.parentPath, file.name)).catch(() => null);
      if (!stats) continue;
      entries.set(join(file.parentPath, variant).slice(root.length + 1), { type, bytes: stats.size });
      total += stats.size;
    }
  }

  function pathOf(name: string, type: ImageType): string {
    return join(root, `${name}.${type}`);
  }
}

function nameOf({ folder, name }: ImageKey, variant: string): string {
  return `${folder}/${name}/${variant}`;
}
