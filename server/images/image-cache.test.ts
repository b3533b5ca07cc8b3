import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import type { ImageKey } from '#domain/images/image.ts';
import { createImageCache, type ImageCache } from './image-cache.ts';
import { useFolder } from '#tests/folder.ts';

const folder = useFolder();
const root = join(folder, 'cache');
const key = (digit: number): ImageKey => ({
  folder: 'editor-images',
  name: `${String(digit).repeat(39)}.jpg`,
});

async function keep(cache: ImageCache, digit: number, variant: string, content: string): Promise<void> {
  const file = join(folder, 'fresh');
  writeFileSync(file, content);
  await cache.keep(key(digit), variant, file, 'webp');
}

async function read(cache: ImageCache, digit: number, variant: string): Promise<string | null> {
  const found = await cache.read(key(digit), variant);
  return found && (await text(found.stream));
}

test('beyond its room the longest unread leaves', async () => {
  const cache = createImageCache(root, 100);
  for (const [digit, hour] of [
    [1, 2],
    [2, 1],
    [3, 3],
  ] as const) {
    await keep(cache, digit, 'a', 'x'.repeat(40));
    utimesSync(join(root, 'editor-images', key(digit).name, 'a.webp'), hour * 3_600, 0);
  }
  await cache.trim();
  expect(await Promise.all([1, 2, 3].map((digit) => read(cache, digit, 'a').then(Boolean)))).toEqual([
    true,
    false,
    true,
  ]);
});
