import { z } from 'zod';

import { kindNames, type PostKind } from '#domain/core/kinds.ts';
import { imageFolders } from '#domain/images/image.ts';
import { checkedState } from '#domain/posts/post-state.ts';
import { importRow } from './import-report.ts';
import { placedRedirect } from './redirects/read-redirect-files.ts';
import { ownExport, ownFacts } from './markdown/own-export.ts';
import type { WrittenDates } from './read-date.ts';

/** A category or tag of the other site; `path`: its slug below those of its parents, `parent/child`. */
const term = z.object({ name: z.string(), slug: z.string().nullable(), path: z.string().exactOptional() });

/** A text of a source without its body and fields. */
export const listedItem = z.object({
  /** The creation key of the post that it becomes. */
  key: z.string(),
  place: z.string(),
  kind: z.enum(kindNames),
  title: z.string(),
  slug: z.string(),
  addresses: z.array(z.string()),
  date: z.string().nullable(),
  categories: z.array(term),
  tags: z.array(term),
  authors: z.array(
    z.object({ name: z.string(), email: z.string().nullable(), slug: z.string().exactOptional() }),
  ),
  own: ownFacts.nullable(),
  skipped: z.string().nullable(),
  failure: z.string().nullable(),
});
export type ListedItem = z.infer<typeof listedItem>;

const listedItems = z.object({ items: z.array(listedItem), isEnd: z.boolean() });

/** Where an image comes from: a file of the export, or an address of the web. */
const imageOrigin = z.union([
  z.object({ key: z.string(), file: z.object({ path: z.string(), bytes: z.number() }) }),
  z.object({ key: z.string(), url: z.string() }),
  z.object({ reason: z.string() }),
]);
export type ImageOrigin = z.infer<typeof imageOrigin>;

const namedImage = z.object({
  address: z.string(),
  origin: imageOrigin,
  folder: z.enum(imageFolders),
  alt: z.string().exactOptional(),
});
export type NamedImage = z.infer<typeof namedImage>;

/** Images and links that the body and fields of a text name, each once. */
const itemNeeds = z.object({ images: z.array(namedImage), links: z.array(z.string()) });
export type ItemNeeds = z.infer<typeof itemNeeds>;

/** Its address in this site's store, or why it is not there. */
export type TakenImage = { src: string } | { reason: string };

/** The addresses on this site of what a text names. */
export type ImportAnswers = {
  images: ReadonlyMap<string, TakenImage>;
  links: ReadonlyMap<string, string>;
};

/** Where an item goes. `isThere`: it was imported before, or is of this site; `path` is null where its post was deleted since. */
export type PlannedItem = {
  key: string;
  kind: PostKind;
  slug: string;
  path: string | null;
  isThere: boolean;
  /** The id that its post had on another site of this product, where it is free. */
  postId: string | null;
};

export type ImportSettings = WrittenDates & { planned: PlannedItem; site: string; now: Date };

/** A text as a new post is stored, beside its terms and authors. */
const preparedItem = z.object({
  state: checkedState,
  earlier: z.object({
    place: z.object({ id: z.string().exactOptional(), position: z.number().exactOptional() }).exactOptional(),
    firstPublishedAt: z.date().exactOptional(),
    updatedAt: z.date().exactOptional(),
  }),
  row: importRow,
});
export type PreparedItem = z.infer<typeof preparedItem>;

const exportFacts = z.object({
  system: z.enum(['WordPress', 'Ghost', 'Markdown', 'Redirects']),
  site: z.string(),
  timeZone: z.string().nullable(),
  own: ownExport.nullable(),
  redirects: z.array(placedRedirect).readonly(),
  /** Names the source: the same when it is opened again. */
  key: z.string(),
  name: z.string(),
});
export type ExportFacts = z.infer<typeof exportFacts>;

/** The results of each step on an export, as another process gives them. */
export const exportResults = {
  facts: exportFacts,
  list: listedItems,
  placeAt: z.string(),
  originOf: imageOrigin,
  needs: itemNeeds,
  prepare: preparedItem,
  extract: z.undefined(),
};

/** An export whose texts are read one by one, in this process or another one. */
export type OpenExport = {
  facts: ExportFacts;
  /** Some of its texts from an index on. */
  list: (from: number, most?: number) => Promise<z.infer<typeof listedItems>>;
  placeAt: (index: number) => Promise<string>;
  /** The origin of an image that the site itself names. */
  originOf: (address: string) => Promise<ImageOrigin>;
  needs: (index: number) => Promise<ItemNeeds>;
  /** @param answers the addresses here of what the text needs */
  prepare: (index: number, answers: ImportAnswers, settings: ImportSettings) => Promise<PreparedItem>;
  /** Writes a file of the export to a place of this machine. */
  extract: (path: string, into: string) => Promise<void>;
  close: () => Promise<void>;
};
