import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DomainContext } from '#domain/context.ts';
import { describeImage } from '#domain/images/describe-image.ts';
import type { ImageFolder, StoredImage } from '#domain/images/image.ts';
import type { ImageStore, PictureWorkshop } from '#domain/images/image-services.ts';
import { storeImage } from '#domain/images/store-image.ts';
import { pictures, type DemonstrationPicture, type PictureName } from './demonstration-images.ts';

export type PictureParts = { store: ImageStore; workshop: PictureWorkshop };
export type StoredPictures = ReadonlyMap<PictureName, StoredImage>;

/** As many as are stored at the same time. */
const atOnce = 2;

/** Stores images the way an upload is stored, with their alt texts and captions. */
export async function storePictures(
  ctx: DomainContext,
  parts: PictureParts,
  wanted: ReadonlyMap<PictureName, ImageFolder>,
): Promise<StoredPictures> {
  const stored = new Map<PictureName, StoredImage>();
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-seed-'));
  const waiting = wanted.entries();
  const work = async () => {
    for (const [name, place] of waiting) {
      const file = join(folder, `${name}.webp`);
      await copyFile(new URL(`./images/${name}.webp`, import.meta.url), file);
      stored.set(name, await storePicture(ctx, parts, { name, place, file }));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return stored;
}

async function storePicture(
  ctx: DomainContext,
  parts: PictureParts,
  { name, place, file }: { name: PictureName; place: ImageFolder; file: string },
): Promise<StoredImage> {
  const { alt, caption, focal: [focalX, focalY] = [50, 50] }: DemonstrationPicture = pictures[name];
  const image = await storeImage(ctx, parts, file, { folder: place, originalName: `${name}.webp`, alt });
  await describeImage(ctx, image.id, { caption, focalX, focalY });
  return { ...image, caption, focalX, focalY };
}
