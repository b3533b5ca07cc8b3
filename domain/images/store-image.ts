import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';

import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { deleteImageRow, findImageRow, insertArrivingImage, settleImage } from '#db/queries/images.ts';
import type { ImageRow } from '#db/tables.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { parseInput, plainText } from '#domain/fields/fields.ts';
import { imageFolders, type ImageFolder } from './image.ts';
import { imageLimits, type ImageType } from './image-limits.ts';
import type { ImageStore, ImageProcessor } from './image-services.ts';
import { presentImage, type StoredImage } from './find-images.ts';

const uploadInput = z.object({
  folder: z.enum(imageFolders, 'There is no such folder for images.'),
  /** The original file name: for searches only. */
  originalName: plainText.transform((name) => name.trim().slice(-maxNameLength)).default(''),
  alt: plainText
    .transform((text) => text.trim())
    .refine(
      (text) => text.length <= imageLimits.alt,
      `The alt text can have at most ${imageLimits.alt} characters.`,
    )
    .nullish()
    .transform((text) => text ?? null),
});

const maxNameLength = 255;

/** The name that identifies an image of another site of this product. */
type KnownImage = Pick<ImageRow, 'name' | 'alt' | 'caption' | 'placeholder'>;

/**
 * Stores an uploaded file: decoded and encoded again, under a name that cannot be guessed.
 * The row is inserted before the file and visible only with it, so that neither is left without the other.
 * @param file a local file; the caller deletes it.
 * @param known of an image of another site of this product: it keeps its name where that is free, and its bytes where they
 *   are exactly what this product writes
 * @throws invalid input or image; StorageError when it cannot be stored.
 */
export async function storeImage(
  ctx: Core,
  parts: { store: ImageStore; processor: ImageProcessor },
  file: string,
  input: unknown,
  known: KnownImage | null = null,
): Promise<StoredImage> {
  const actor = requirePermission(ctx, 'write-drafts');
  const { folder, originalName, alt } = parseInput(uploadInput, input);
  const isLogo = folder === 'logos';
  if (isLogo) requirePermission(ctx, 'manage-site');
  const encoded = `${file}.encoded`;
  try {
    const { type, isOwnEncoding, ...facts } = await parts.processor.prepare(file, encoded, { svg: isLogo });
    const isKept = known !== null && isOwnEncoding;
    const name = await freeName(ctx.db, { folder, type }, known);
    const key = { folder, name };
    const image = {
      alt,
      caption: null,
      ...facts,
      ...known,
      ...key,
      ...(isKept && { bytes: (await stat(file)).size }),
      original_name: originalName,
      uploaded_by: actor.userId,
    };
    const { id, created_at } = await insertArrivingImage(ctx.db, image);
    try {
      await parts.store.put(key, isKept ? file : encoded);
      await settleImage(ctx.db, id);
    } catch (error) {
      // When this fails, the cleanup job does it: the row still has the state of an upload.
      await parts.store
        .remove(key)
        .then(() => deleteImageRow(ctx.db, id))
        .catch(() => {});
      throw error;
    }
    return presentImage({ ...image, id, created_at });
  } finally {
    await rm(encoded, { force: true }).catch(() => {});
  }
}

async function freeName(
  db: Database,
  { folder, type }: { folder: ImageFolder; type: ImageType },
  known: KnownImage | null,
): Promise<string> {
  const isFree = known?.name.endsWith(`.${type}`) && !(await findImageRow(db, { folder, name: known.name }));
  return known && isFree ? known.name : `${randomNumber()}.${type}`;
}

/** 128 random bits as a decimal number of 39 digits. */
function randomNumber(): string {
  return BigInt(`0x${randomBytes(16).toString('hex')}`)
    .toString()
    .padStart(39, '0');
}
