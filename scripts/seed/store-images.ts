import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DomainContext } from '#domain/context.ts';
import { describeImage } from '#domain/images/describe-image.ts';
import type { ImageFolder, StoredImage } from '#domain/images/image.ts';
import type { ImageStore, ImageProcessor } from '#domain/images/image-services.ts';
import { storeImage } from '#domain/images/store-image.ts';
import { images, type DemonstrationImage, type ImageName } from './demonstration-images.ts';

export type ImageServices = { store: ImageStore; processor: ImageProcessor };
export type StoredImages = ReadonlyMap<ImageName, StoredImage>;

/** Number of images stored at the same time. */
const atOnce = 2;

/** Stores images like uploads, with their alt texts and captions. */
export async function storeImages(
  ctx: DomainContext,
  parts: ImageServices,
  wanted: ReadonlyMap<ImageName, ImageFolder>,
): Promise<StoredImages> {
  const stored = new Map<ImageName, StoredImage>();
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-seed-'));
  const waiting = wanted.entries();
  const work = async () => {
    for (const [name, place] of waiting) {
      const file = join(folder, `${name}.webp`);
      await copyFile(new URL(`./images/${name}.webp`, import.meta.url), file);
      stored.set(name, await storeSeedImage(ctx, parts, { name, place, file }));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return stored;
}

async function storeSeedImage(
  ctx: DomainContext,
  parts: ImageServices,
  { name, place, file }: { name: ImageName; place: ImageFolder; file: string },
): Promise<StoredImage> {
  const { alt, caption, focal: [focalX, focalY] = [50, 50] }: DemonstrationImage = images[name];
  const image = await storeImage(ctx, parts, file, { folder: place, originalName: `${name}.webp`, alt });
  await describeImage(ctx, image.id, { caption, focalX, focalY });
  return { ...image, caption, focalX, focalY };
}
