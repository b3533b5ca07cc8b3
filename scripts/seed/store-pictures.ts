import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DomainContext } from '#domain/context.ts';
import { describeImage } from '#domain/images/describe-image.ts';
import type { ImageFolder, StoredImage } from '#domain/images/image.ts';
import type { ImageStore, PictureWorkshop } from '#domain/images/picture-parts.ts';
import { storeImage } from '#domain/images/store-image.ts';
import { developPicture } from './develop-picture.ts';
import { pictures, type DemonstrationPicture, type PictureName } from './pictures.ts';

export type PictureParts = { store: ImageStore; workshop: PictureWorkshop };
export type StoredPictures = ReadonlyMap<PictureName, StoredImage>;

/** As many as are drawn and stored side by side. */
const atOnce = 2;

/** Draws pictures and takes them in the way an upload is taken in, with what they show and say. */
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
      const file = join(folder, `${name}.jpg`);
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
  const {
    scene,
    seed,
    alt,
    caption,
    focal: [focalX, focalY] = [50, 50],
  }: DemonstrationPicture = pictures[name];
  await writeFile(file, await developPicture(scene, seed));
  const image = await storeImage(ctx, parts, file, { folder: place, originalName: `${name}.jpg`, alt });
  await describeImage(ctx, image.id, { caption, focalX, focalY });
  return { ...image, caption, focalX, focalY };
}
