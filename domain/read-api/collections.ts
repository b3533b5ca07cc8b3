import { z } from 'zod';

import type { PostKind } from '#domain/core/kinds.ts';
import { ownFieldsOf, postFields, type AnyType } from '#domain/posts/post-fields.ts';
import { collections, type CollectionName } from '#domain/core/public-addresses.ts';

/** Items of an answer. */
export const apiLimit = { usual: 20, most: 100 };

const named = z.object({ name: z.string(), slug: z.string() });
const image = z.object({
  url: z.url(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  alt: z.string().nullable(),
});

const termItem = named.extend({ url: z.url(), description: z.string().nullable() });

const postItem = z.object({
  slug: z.string(),
  url: z.url(),
  title: z.string(),
  excerpt: z.string().nullable(),
  /** The day that visitors see. */
  date: z.iso.date(),
  author: z.object({ name: z.string(), slug: z.string().nullable() }).nullable(),
  category: named.nullable(),
  image: image.nullable(),
  readMinutes: z.number().int(),
});

const text = z.string().nullable();
const valueShapes: Record<AnyType, z.ZodType> = {
  title: text,
  slug: text,
  line: text,
  text,
  address: text,
  description: text,
  id: text,
  language: text,
  kind: text,
  day: text,
  instant: z.iso.datetime().nullable(),
  flag: z.boolean(),
  image: image.nullable(),
  lines: z.array(z.string()),
  year: z.number().int().nullable(),
  results: z.array(z.object({ figure: z.string(), label: z.string() })),
};

/** A text of a kind with its body, and the fields that only this kind has. */
function wholePost(kind: PostKind) {
  const own = ownFieldsOf(kind).map((name) => [name, valueShapes[postFields[name].type]]);
  return postItem.extend({
    published: z.iso.datetime(),
    updated: z.iso.datetime(),
    language: z.string().nullable(),
    tags: z.array(named),
    html: z.string(),
    facts: own.length === 0 ? z.null() : z.object(Object.fromEntries(own)),
  });
}

/** A page of a collection; `next` is the cursor of the one after it. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() });

/** The shapes of the two answers of a collection. */
export function shapesOf(name: CollectionName) {
  const collection = collections[name];
  return 'kind' in collection
    ? { list: pageOf(postItem), item: wholePost(collection.kind) }
    : { list: pageOf(termItem), item: termItem };
}

/** An error, as RFC 9457 writes it. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
});

const wrongLimit = `The limit is a whole number from 1 to ${apiLimit.most}.`;

export const listQuery = z.object({
  limit: z.coerce
    .number(wrongLimit)
    .int(wrongLimit)
    .min(1, wrongLimit)
    .max(apiLimit.most, wrongLimit)
    .default(apiLimit.usual),
  cursor: z.string().max(200).optional(),
});
