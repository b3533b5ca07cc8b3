import { z } from 'zod';

import type { PostSettings } from './post.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

/** As the database keeps an earlier state or a working draft. A field that a state is too old to know is empty. */
const storedSettings = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: text,
  categoryId: text,
  featuredImage: text,
  published: z.boolean().catch(false),
  featured: z.boolean().catch(false),
  publishedAt: text.transform((value) => (value === null ? null : new Date(value))),
  displayPublishedAt: text,
  authorId: text,
  tagIds: z.array(z.string()).catch([]),
});

/** @throws when what is stored was not written by us. */
export function readSettings(stored: unknown): PostSettings {
  return storedSettings.parse(stored);
}
