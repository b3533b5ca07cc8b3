import { z } from 'zod';

import { updateImage } from '#db/queries/images.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId, optionalText, parseInput, plainText } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { imageLimits } from './image-limits.ts';

const gone = () => notFound('This image is no longer there.');

const percent = z.coerce
  .number('Please choose a point of the image.')
  .transform(Math.round)
  .refine((value) => value >= 0 && value <= 100, 'Please choose a point of the image.');

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
  focalX: percent.optional(),
  focalY: percent.optional(),
});

/**
 * Sets the alt text, the caption and the focal point of an image.
 * @throws not-found, invalid input.
 */
export async function describeImage(ctx: DomainContext, id: string, input: unknown): Promise<void> {
  requirePermission(ctx, 'edit-content');
  const { alt, isDecoration, caption, focalX, focalY } = parseInput(description, input);
  const changes = {
    ...(alt === undefined ? {} : { alt: alt || null }),
    ...(isDecoration === true ? { alt: '' } : {}),
    ...(caption === undefined ? {} : { caption }),
    ...(focalX === undefined ? {} : { focal_x: focalX }),
    ...(focalY === undefined ? {} : { focal_y: focalY }),
  };
  if (!isId(id)) throw gone();
  if (Object.keys(changes).length === 0) return;
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    if (!(await updateImage(trx, id, changes))) throw gone();
    afterCommit('contentChanged');
  });
}
