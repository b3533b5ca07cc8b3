import { z } from 'zod';

import type { Database } from '#db/client.ts';
import { findImageRow, updateImage } from '#db/queries/images.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/core/actor.ts';
import type { Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId, optionalText, parseInput, plainText } from '#domain/fields/fields.ts';
import { inTransaction } from '#domain/core/transaction.ts';
import { imageKeyOf } from './image.ts';
import { readDescription } from './image-description.ts';
import { imageLimits } from './image-limits.ts';

const gone = () => notFound('This image is no longer there.');

/** Fields that are not sent stay unchanged. */
const description = z.object({
  alt: plainText
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .refine(
      (text) => text.length <= imageLimits.alt,
      `Alt text must be at most ${imageLimits.alt} characters long.`,
    )
    .optional(),
  /** A decorative image has an empty alt text. */
  isDecoration: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional(),
  caption: optionalText('Caption', imageLimits.caption).optional(),
});

/**
 * Sets the alt text and the caption of an image.
 * @throws not-found, invalid input.
 */
export async function describeImage(ctx: Core, id: string, input: unknown): Promise<void> {
  requirePermission(ctx, 'edit-content');
  const changes = columnsOf(parseInput(description, input));
  if (!isId(id)) throw gone();
  if (Object.keys(changes).length === 0) return;
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const image = await findImageRow(trx, { id });
    if (!image || !(await updateImage(trx, id, changes))) throw gone();
    const subject = { id, label: image.original_name || image.name };
    await recordActivity(trx, ctx, { action: 'image-described', subject, after: changes });
    afterCommit('contentChanged');
  });
}

/**
 * Gives the featured image of a post what its form says about it. Runs in the transaction of the save.
 * @param post.imageDescription as `post-state.ts` has checked it
 * @returns whether anything was said about this image
 */
export async function describeFeaturedImage(
  trx: Database,
  post: { featuredImage: string | null; imageDescription: string | null },
): Promise<boolean> {
  const fields = readDescription(post.imageDescription, post.featuredImage);
  const changes = columnsOf(parseInput(description, fields));
  const key = imageKeyOf(post.featuredImage ?? '');
  const image = key && Object.keys(changes).length > 0 ? await findImageRow(trx, key) : undefined;
  return image !== undefined && (await updateImage(trx, image.id, changes));
}

/** The error of a description that a form has sent; null when nothing is. */
export function checkDescription(text: string): string | null {
  const { src } = readDescription(text);
  if (src === undefined) return 'The description of the image could not be read.';
  const parsed = description.safeParse(readDescription(text));
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

/** The columns of an image that a description changes. @param text JSON, checked when it was stored */
export function describedColumns(text: string | null, src: string | null): ReturnType<typeof columnsOf> {
  const parsed = description.safeParse(readDescription(text, src));
  return parsed.success ? columnsOf(parsed.data) : {};
}

function columnsOf({ alt, isDecoration, caption }: z.infer<typeof description>) {
  return {
    ...(alt === undefined ? {} : { alt: alt || null }),
    ...(isDecoration === true ? { alt: '' } : {}),
    ...(caption === undefined ? {} : { caption }),
  };
}
