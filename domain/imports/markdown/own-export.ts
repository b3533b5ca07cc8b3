import { z } from 'zod';

import { invalid } from '#domain/core/errors.ts';
import { imageKeyOf, imageRoot } from '#domain/images/image.ts';
import { imageLimits } from '#domain/images/image-limits.ts';
import { isId } from '#domain/fields/fields.ts';
import { parseYaml } from '#domain/fields/parse-yaml.ts';
import { redirectStatuses } from '#domain/redirects/rule.ts';
import type { FrontMatter } from '#domain/html/markdown/front-matter.ts';
import { readTextOf, type SourceFile } from '../import-source.ts';

/** Characters of a file beside the texts. */
const maxLength = 5_000_000;

const text = z.string().max(20_000);
const optional = (most = 20_000) => z.string().max(most).nullable().default(null);
const list = <Row extends z.ZodType>(row: Row) => z.array(row).max(100_000).default([]);

const image = z.object({
  path: text,
  alt: optional(imageLimits.alt),
  caption: optional(imageLimits.caption),
  original_name: text.default(''),
  placeholder: z
    .string()
    .regex(/^[A-Za-z0-9+/=]{1,2000}$/)
    .nullable()
    .default(null),
});
const redirect = z.object({
  source: text,
  is_prefix: z.boolean().default(false),
  status: z.literal(redirectStatuses),
  target: optional(),
});
/** Slugs that it had before. */
const aliases = list(text).transform(slugsAmong);
const author = z.object({
  slug: text,
  name: text,
  role: optional(),
  bio: optional(),
  links: z.array(z.object({ label: text, address: text })).default([]),
  portrait: optional(),
  aliases,
});

const parts = z.object({
  images: list(image),
  categories: list(z.object({ slug: text, name: text, description: optional(), aliases })),
  tags: list(z.object({ slug: text, name: text, aliases })),
  authors: list(author),
  redirects: list(redirect),
});

/** Lists of an export of this product beside its texts. */
export const ownExport = parts.extend({ words: z.unknown() });
export type OwnExport = z.infer<typeof ownExport>;

/** Facts of a text in our front matter that no form sends. */
export const ownFacts = z.object({
  id: z.string().nullable(),
  updatedAt: z.string(),
  firstPublishedAt: z.string(),
  position: z.number().nullable(),
  slugRedirects: z.array(z.string()),
});
export type OwnFacts = z.infer<typeof ownFacts>;

const names = ['images', 'categories', 'tags', 'authors', 'redirects'] as const;

/**
 * The parts of an export of this product; null for a folder that is none.
 * @throws invalid for one that was damaged
 */
export async function readOwnExport(files: readonly SourceFile[]): Promise<OwnExport | null> {
  const read = async (path: string) => {
    const file = files.find((one) => one.path === path);
    return file && readTextOf(file, maxLength);
  };
  const words = await read('site.json');
  if (words === undefined || !(await read('images.yaml'))) return null;
  try {
    const entries: [string, unknown][] = [];
    for (const name of names) entries.push([name, parseYaml((await read(`${name}.yaml`)) ?? '') ?? []]);
    return { ...parts.parse(Object.fromEntries(entries)), words: JSON.parse(words) };
  } catch (error) {
    throw invalid(
      `This export of the product is damaged: ${error instanceof Error ? error.message.slice(0, 300) : ''}`,
    );
  }
}

/** Facts of a text in our front matter beside its fields. */
export function ownFactsOf(fields: FrontMatter): OwnFacts {
  const line = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const { position } = fields;
  return {
    id: isId(line('id')) ? line('id') : null,
    updatedAt: line('updated'),
    firstPublishedAt: line('first_published'),
    position: Number.isSafeInteger(position) && Number(position) > 0 ? Number(position) : null,
    slugRedirects: Array.isArray(fields['aliases']) ? slugsAmong(fields['aliases']) : [],
  };
}

function slugsAmong(values: readonly unknown[]): string[] {
  return values.filter(isSlug).slice(0, 100);
}

function isSlug(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value);
}

/** The key of an image by its path within an export. */
export function imageKeyAt(path: string) {
  return imageKeyOf(`${imageRoot}/${path.replace(/^\/?images\//, '')}`);
}
