import { z } from 'zod';

import { isId, optionalLine, optionalText, plainText, requiredLine } from '#domain/text/fields.ts';

/** Characters. The body is measured in bytes: it is what travels and what is stored. */
export const postLimits = { title: 300, slug: 200, excerpt: 2_000, contentBytes: 5 * 1024 * 1024, tags: 100 };

const id = z.string().refine(isId, 'Please choose from the list.');
const optionalId = z
  .union([z.literal(''), id])
  .nullish()
  .transform(emptyAsNull);
const day = z.string().refine(isDay, 'Please pick a date.');
const optionalDay = z
  .union([z.literal(''), day])
  .nullish()
  .transform(emptyAsNull);
const optionalTime = z
  .union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)], { error: 'Please enter a time.' })
  .nullish()
  .transform(emptyAsNull);
/** A form's way of saying yes or no; anything else is refused rather than guessed. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false'])], { error: 'Please answer with true or false.' })
  .transform((value) => value === true || value === 'true');

export const postInput = z.object({
  title: requiredLine('Title', postLimits.title, 'Please enter a post title.'),
  slug: optionalLine('Slug', postLimits.slug),
  excerpt: optionalText('Excerpt', postLimits.excerpt),
  content: plainText.refine(
    (html) => Buffer.byteLength(html) <= postLimits.contentBytes,
    'The content is too long: 5 MB is the most a post can hold.',
  ),
  categoryId: optionalId,
  featuredImage: optionalLine('Featured image', 2_000),
  published: flag,
  featured: flag,
  /** Calendar day and wall-clock time of publishing in the site's zone. */
  publishDay: optionalDay,
  publishTime: optionalTime,
  displayDay: optionalDay,
  authorId: optionalId,
  tagIds: z.array(id).max(postLimits.tags, `A post can have at most ${postLimits.tags} tags.`),
});

/** Sent by a form that may have to find out whether a save of its own arrived. */
const saveKey = optionalId;

export const newPostInput = postInput.extend({ creationKey: id, saveKey });
export const editedPostInput = postInput.extend({
  version: z.coerce.number().int().positive(),
  /** Of the working draft that the form shows, 0 for none; missing from a caller that knows no working drafts. */
  draftVersion: z.coerce
    .number()
    .int()
    .nonnegative()
    .nullish()
    .transform((version) => version ?? null),
  saveKey,
});

export type PostInput = z.infer<typeof postInput>;

function emptyAsNull(text: string | null | undefined): string | null {
  return text || null;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
