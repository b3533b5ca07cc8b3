import { z } from 'zod';

import { optionalText, plainText } from '#domain/fields/fields.ts';
import { readDescription } from './image-description.ts';
import { imageLimits } from './image-limits.ts';

/** Fields that are not sent stay unchanged. */
export const description = z.object({
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

/** The columns of an image that these fields change. */
export function columnsOf({ alt, isDecoration, caption }: z.infer<typeof description>) {
  return {
    ...(alt === undefined ? {} : { alt: alt || null }),
    ...(isDecoration === true ? { alt: '' } : {}),
    ...(caption === undefined ? {} : { caption }),
  };
}
