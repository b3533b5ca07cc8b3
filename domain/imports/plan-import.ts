import { findImported, listTakenNames } from '#db/queries/imports.ts';
import type { Core } from '#domain/context.ts';
import { pathOf, type PostKind } from '#domain/kinds.ts';
import { isOwnAddress } from '#domain/redirects/own-addresses.ts';
import { numberedSlug } from '#domain/fields/slug.ts';
import { slugify } from '#domain/fields/transliterate.ts';
import { importKey, type ImportAuthor, type ImportItem } from './import-item.ts';
import type { ImportReader } from './import-reader.ts';
import { createNewPaths, type NewPaths } from './old-addresses.ts';
import { orderOf } from './read-date.ts';

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

export type ImportPlan = {
  /** The plan of every item that is taken, by its id in the source. */
  items: ReadonlyMap<string, PlannedItem>;
  newPaths: NewPaths;
  /** Each once. */
  authors: readonly ImportAuthor[];
  /** The number of all items, including omitted ones. */
  total: number;
  /** True if more dates of the source have the day before the month than after it. */
  isDayFirst: boolean;
};

/** Gives every text of a source its new address, before anything is written: their links name each other. */
export async function planImport(ctx: Pick<Core, 'db'>, reader: ImportReader): Promise<ImportPlan> {
  const wanted: { key: string; item: Omit<ImportItem, 'html'> }[] = [];
  const authors = new Map<string, ImportAuthor>();
  let total = 0;
  let dayFirst = 0;
  for await (const { html: _, ...item } of reader.items()) {
    total += 1;
    dayFirst += { true: 1, false: -1, null: 0 }[`${orderOf(item.date ?? '')}`];
    const [author] = item.authors;
    if (author) authors.set(`${author.name}\n${author.email}`, author);
    if (item.skipped === null) wanted.push({ key: importKey(reader.system, reader.site, item.id), item });
  }
  const found = await findImported(
    ctx.db,
    wanted.map(({ key }) => key),
  );
  const before = new Map(found.map(({ key, kind, slug }) => [key, { kind, slug }]));
  const posts = new Map((await listTakenNames(ctx.db)).map((post) => [post.id, post]));
  const taken = new Set([...posts.values()].flatMap(({ id, slug }) => [id, slug]));
  const freeSlug = createFreeSlugs(taken);
  const newPaths = createNewPaths(reader.site);
  const items = new Map<string, PlannedItem>();
  for (const { key, item } of wanted) {
    const there = before.get(key) ?? posts.get(item.own?.id ?? '');
    const kind = there?.kind ?? item.kind;
    const slug = there ? (there.slug ?? '') : freeSlug({ ...item, key });
    taken.add(slug);
    const id = item.own?.id ?? null;
    const postId = id === null || taken.has(id) ? null : id;
    if (postId !== null) taken.add(postId);
    const path = slug === '' ? null : pathOf({ kind, slug });
    items.set(item.id, { key, kind, slug, path, isThere: there !== undefined, postId });
    if (path !== null) newPaths.add(item, path);
  }
  return { items, newPaths, authors: [...authors.values()], total, isDayFirst: dayFirst > 0 };
}

/** Finds a slug that is not taken, in the same time however many texts have the same title. Pure but for its memory. */
export function createFreeSlugs(taken: ReadonlySet<string>) {
  const numbers = new Map<string, number>();
  return ({ slug, title, kind, key }: Pick<ImportItem, 'slug' | 'title' | 'kind'> & { key: string }) => {
    const base = slugify(slug) || slugify(title) || key.slice(0, 8);
    for (let n = numbers.get(base) ?? 1; ; n += 1) {
      const candidate = n === 1 ? base : numberedSlug(base, n);
      if (taken.has(candidate) || isOwnAddress(pathOf({ kind, slug: candidate }))) continue;
      numbers.set(base, n);
      return candidate;
    }
  };
}
